//! Whether a write-ahead log of SQLite has been damaged.
//!
//! SQLite reads such a log up to the first frame that is not whole and forgets the rest. That is right after a crash: what
//! had not been written to its end was not acknowledged. But frames that come after a bad one and belong to the same
//! log were written after it, so the bad one had been whole once, and what it and they say is lost without a word. The
//! format is described at <https://www.sqlite.org/fileformat.html#the_write_ahead_log>.

/// Bytes of the head of a log, and of the head of a frame.
const HEAD: usize = 32;
const FRAME: usize = 24;

/// What was damaged, as a part of a sentence; none if the log is whole, or ends as after any crash.
pub fn damage(log: &[u8]) -> Option<String> {
    if log.is_empty() {
        return None;
    }
    let head = log.get(..HEAD)?;
    let magic = word(head, 0);
    if magic & 0xffff_fffe != 0x377f_0682 {
        return Some("its head is not one of a log".to_owned());
    }
    let is_big_endian = magic & 1 == 1;
    let sum = checksum(is_big_endian, [0, 0], &head[..24]);
    if sum != [word(head, 24), word(head, 28)] {
        return Some("its head does not fit its checksum".to_owned());
    }
    let page = match word(head, 8) {
        1 => 65_536,
        size => size as usize,
    };
    let salts = &head[16..24];
    let frames: Vec<_> = log[HEAD..].chunks_exact(FRAME + page).collect();
    let mut sum = sum;
    // Frames of an earlier use of the file have other salts; they are no part of the log.
    let is_ours = |frame: &&[u8]| frame[8..16] == *salts;
    for (number, frame) in frames.iter().enumerate() {
        if !is_ours(frame) {
            let later = frames[number + 1..].iter().filter(|frame| is_ours(frame)).count();
            return (later > 0).then(|| told(number, later));
        }
        sum = checksum(is_big_endian, sum, &frame[..8]);
        sum = checksum(is_big_endian, sum, &frame[FRAME..]);
        if sum != [word(frame, 16), word(frame, 20)] {
            let later = frames[number + 1..].iter().filter(|frame| is_ours(frame)).count();
            // The last frame of all may be one that was being written.
            return (later > 0).then(|| told(number, later));
        }
    }
    None
}

fn told(number: usize, later: usize) -> String {
    format!("frame {} is not what was written, and {later} come after it", number + 1)
}

fn word(bytes: &[u8], at: usize) -> u32 {
    bytes[at..at + 4].iter().fold(0, |word, &byte| word << 8 | u32::from(byte))
}

/// The checksum of the format: two words, over pairs of words.
fn checksum(is_big_endian: bool, [mut one, mut other]: [u32; 2], bytes: &[u8]) -> [u32; 2] {
    let read = |at: usize| if is_big_endian { word(bytes, at) } else { word(bytes, at).swap_bytes() };
    for at in (0..bytes.len()).step_by(8) {
        one = one.wrapping_add(read(at)).wrapping_add(other);
        other = other.wrapping_add(read(at + 4)).wrapping_add(one);
    }
    [one, other]
}

#[cfg(test)]
mod tests {
    use rusqlite::Connection;

    use super::*;

    /// The log of a few transactions, as SQLite writes it.
    fn written(name: &str) -> Vec<u8> {
        let folder = std::env::temp_dir().join(format!("bastide-wal-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join("some.sqlite");
        let connection = Connection::open(&file).unwrap();
        connection.pragma_update(None, "journal_mode", "WAL").unwrap();
        connection.execute_batch("CREATE TABLE one (number INTEGER)").unwrap();
        for number in 0..5 {
            connection.execute("INSERT INTO one VALUES (?)", [number]).unwrap();
        }
        let log = std::fs::read(folder.join("some.sqlite-wal")).unwrap();
        drop(connection);
        std::fs::remove_dir_all(&folder).unwrap();
        log
    }

    #[test]
    fn a_whole_log_and_a_torn_end_are_no_damage() {
        let log = written("whole");
        assert!(log.len() > HEAD + 5 * (FRAME + 4096), "{}", log.len());
        assert_eq!(damage(&log), None);
        assert_eq!(damage(&[]), None);
        for cut in [1, 100, 4096, 4200] {
            assert_eq!(damage(&log[..log.len() - cut]), None, "{cut}");
        }
        let mut torn = log.clone();
        *torn.last_mut().unwrap() ^= 1;
        assert_eq!(damage(&torn), None, "the last frame may be one that was being written");
    }

    #[test]
    fn a_bad_frame_before_good_ones_is_told() {
        let log = written("bad");
        for place in [HEAD + FRAME + 17, HEAD + 3, HEAD + FRAME + 4096 + 9, HEAD + 18] {
            let mut bad = log.clone();
            bad[place] ^= 0x40;
            let told = damage(&bad).unwrap_or_else(|| panic!("byte {place}"));
            assert!(told.contains("frame"), "{told}");
        }
        let mut bad = log.clone();
        bad[9] ^= 0x40;
        assert!(damage(&bad).unwrap().contains("head"));
    }
}
