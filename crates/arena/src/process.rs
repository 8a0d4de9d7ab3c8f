//! An outside program on a seat: started, asked, watched and ended.
//!
//! Nothing that the program does or fails to do may hold up the match. Its input is written and its output
//! read by threads of their own, every wait has an end, lines and queues are bounded, and who fails is
//! killed and waited for, together with whatever it has started.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use bastide_bots::Stop;
use bastide_rules::notation::{Record, action_text, parse_action};
use bastide_rules::{Action, State};

use crate::contender::CommandLine;
use crate::player::{Fault, Limit, Player};
use crate::protocol::{HELLO, VERSION, limit_text, shortened};

/// What a program gets beyond its time, for the way there and back.
pub const GRACE: Duration = Duration::from_millis(250);

/// What a program gets for a decision if the match sets no limit.
pub const USUAL_TIME: Duration = Duration::from_secs(1);

/// The longest wait for an answer that has no limit in time.
const PATIENCE: Duration = Duration::from_secs(60);

/// The longest wait for the greeting: large programs need their time to begin.
const START: Duration = Duration::from_secs(30);

/// What a program gets to end by itself when it is told to.
const FAREWELL: Duration = Duration::from_millis(300);

/// How often a wait looks whether the match was stopped.
const LOOK: Duration = Duration::from_millis(20);

/// Between two looks at a process that is about to end.
const PAUSE: Duration = Duration::from_millis(2);

/// What is longer is cut.
const LONGEST_LINE: usize = 16 * 1024;

/// So many lines wait to be read; then the program has to.
const MOST_LINES: usize = 1024;

/// An outside program on a seat. It is started for its first game, and again after it has failed.
pub(crate) struct Program {
    line: Arc<CommandLine>,
    limit: Limit,
    /// What a program gets after its time is over.
    grace: Duration,
    stop: Stop,
    running: Option<Running>,
}

impl Program {
    pub(crate) fn new(line: Arc<CommandLine>, limit: Limit, stop: Stop) -> Program {
        let has_limit = limit != Limit::default();
        let limit = if has_limit { limit } else { Limit { time: Some(USUAL_TIME), simulations: None } };
        Program { line, limit, grace: GRACE, stop, running: None }
    }

    /// Starts the program and waits for its greeting.
    fn start(&self) -> Result<Running, Fault> {
        let mut running = Running::new(&self.line).map_err(|error| Fault::NotStarted(error.to_string()))?;
        running.say(format!("{HELLO} {VERSION}"));
        match running.wait_for(START, &self.stop, |line| (line == "ready").then_some(())) {
            Ok(()) => Ok(running),
            Err(Fault::Late(time)) => Err(Fault::NoGreeting(format!("nothing within {} s", time.as_secs()))),
            Err(Fault::Dead(how)) => Err(Fault::NoGreeting(how)),
            Err(fault) => Err(fault),
        }
    }

    /// Does something with the running program, which ends if it fails.
    fn with<T>(&mut self, act: impl FnOnce(&mut Running, &Stop) -> Result<T, Fault>) -> Result<T, Fault> {
        let mut running = self.running.take().ok_or_else(|| Fault::Dead("it was not started".to_owned()))?;
        let done = act(&mut running, &self.stop);
        if done.is_ok() {
            self.running = Some(running);
        } else {
            running.kill();
        }
        done
    }
}

impl Player for Program {
    fn begin(&mut self, record: &Record, _: u64) -> Result<(), Fault> {
        if self.running.is_none() {
            self.running = Some(self.start()?);
        }
        self.with(|running, _| {
            running.say("new".to_owned());
            // The first line is that of a file.
            record.to_string().lines().skip(1).for_each(|line| running.say(line.to_owned()));
            running.say("end".to_owned());
            Ok(())
        })
    }

    fn hear(&mut self, state: &State, action: Action) -> Result<(), Fault> {
        self.with(|running, _| {
            running.say(format!("play {}", action_text(state, action)));
            Ok(())
        })
    }

    fn choose(&mut self, state: &State) -> Result<Action, Fault> {
        let (limit, grace) = (self.limit, self.grace);
        self.with(|running, stop| {
            running.forget();
            running.say(limit_text(limit));
            let answer = running.answer(limit, grace, stop)?;
            let action = parse_action(state, &answer).ok_or_else(|| Fault::NotAnAnswer(shortened(&answer)))?;
            match state.why_not(action) {
                None => Ok(action),
                Some(refusal) => Err(Fault::Illegal(shortened(&answer), refusal)),
            }
        })
    }
}

/// A process.
struct Running {
    child: Child,
    said: Sender<String>,
    heard: Receiver<String>,
    /// The last line that it wrote about its errors.
    complaint: Arc<Mutex<String>>,
}

impl Running {
    fn new(line: &CommandLine) -> io::Result<Running> {
        let mut command = Command::new(&line.program);
        command.args(&line.arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Ctrl-C is meant for the match, which ends its programs itself, with what they have started.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let (said, to_say) = mpsc::channel();
        let (hear, heard) = mpsc::sync_channel(MOST_LINES);
        let complaint = Arc::new(Mutex::new(String::new()));
        if let (Some(input), Some(output), Some(errors)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        {
            thread::spawn(move || write_lines(input, &to_say));
            thread::spawn(move || read_lines(BufReader::new(output), |line| hear_line(&hear, line)));
            let last = Arc::clone(&complaint);
            thread::spawn(move || read_lines(BufReader::new(errors), |line| keep_last(&last, line)));
        }
        Ok(Running { child, said, heard, complaint })
    }

    /// Sends a line. Whether anybody listens is seen when an answer is due.
    fn say(&self, line: String) {
        let _ = self.said.send(line);
    }

    /// Drops what was said without being asked. A program that never stops talking is not listened to for
    /// ever.
    fn forget(&self) {
        self.heard.try_iter().take(MOST_LINES).for_each(drop);
    }

    /// Waits for `best`. When its time is over the program is told to stop, and gets the grace.
    fn answer(&mut self, limit: Limit, grace: Duration, stop: &Stop) -> Result<String, Fault> {
        let best = |line: &str| match line.split_once(char::is_whitespace) {
            Some(("best", action)) => Some(action.trim().to_owned()),
            _ => (line == "best").then(String::new),
        };
        let Some(time) = limit.time else { return self.wait_for(PATIENCE, stop, best) };
        match self.wait_for(time, stop, best) {
            Err(Fault::Late(_)) => {
                self.say("stop".to_owned());
                self.wait_for(grace, stop, best).map_err(|fault| match fault {
                    Fault::Late(grace) => Fault::Late(time + grace),
                    fault => fault,
                })
            }
            answer => answer,
        }
    }

    /// Waits for a line that means something to `read`. Everything else is passed over.
    fn wait_for<T>(&mut self, time: Duration, stop: &Stop, read: impl Fn(&str) -> Option<T>) -> Result<T, Fault> {
        let deadline = Instant::now() + time;
        loop {
            if stop.is_raised() {
                return Err(Fault::Stopped);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Fault::Late(time));
            }
            match self.heard.recv_timeout(left.min(LOOK)) {
                Ok(line) => {
                    if let Some(found) = read(line.trim()) {
                        return Ok(found);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(Fault::Dead(self.how_it_ended())),
            }
        }
    }

    /// How a process ended that has closed its output.
    fn how_it_ended(&mut self) -> String {
        let how = match self.wait(FAREWELL) {
            Some(status) => status,
            None => "it closed its output".to_owned(),
        };
        // The thread that reads the errors gives its copy back when it has seen the last of them.
        let deadline = Instant::now() + FAREWELL;
        while Arc::strong_count(&self.complaint) > 1 && Instant::now() < deadline {
            thread::sleep(PAUSE);
        }
        let complaint = self.complaint.lock().unwrap_or_else(PoisonError::into_inner);
        if complaint.is_empty() { how } else { format!("{how}; its last words: {}", shortened(&complaint)) }
    }

    /// Waits for the process to end, and says how.
    fn wait(&mut self, time: Duration) -> Option<String> {
        let deadline = Instant::now() + time;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status.to_string()),
                Ok(None) if Instant::now() < deadline => thread::sleep(PAUSE),
                Ok(None) | Err(_) => return None,
            }
        }
    }

    /// Ends the process and what it has started at once, and waits for it, so that nothing of it is left.
    fn kill(&mut self) {
        // All of them may have ended already. The number of a group is nobody else's while there is one of it,
        // and numbers come back only when all others have been given out.
        #[cfg(unix)]
        let _ = rustix::process::kill_process_group(
            rustix::process::Pid::from_child(&self.child),
            rustix::process::Signal::KILL,
        );
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.say("quit".to_owned());
        self.wait(FAREWELL);
        self.kill();
    }
}

fn write_lines(mut input: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        let is_written = input.write_all((line + "\n").as_bytes()).and_then(|()| input.flush());
        if is_written.is_err() {
            return;
        }
    }
}

/// Reads lines until there are no more, or nobody wants them.
fn read_lines(mut output: impl BufRead, mut take: impl FnMut(String) -> bool) {
    let mut line = Vec::new();
    loop {
        let (used, is_end) = match output.fill_buf() {
            Ok([]) => break,
            Ok(buffer) => {
                let end = buffer.iter().position(|&byte| byte == b'\n');
                let part = &buffer[..end.unwrap_or(buffer.len())];
                line.extend_from_slice(&part[..part.len().min(LONGEST_LINE - line.len())]);
                (end.map_or(buffer.len(), |end| end + 1), end.is_some())
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        output.consume(used);
        if is_end && !take(String::from_utf8_lossy(&std::mem::take(&mut line)).into_owned()) {
            return;
        }
    }
    take(String::from_utf8_lossy(&line).into_owned());
}

fn hear_line(hear: &SyncSender<String>, line: String) -> bool {
    hear.send(line).is_ok()
}

fn keep_last(last: &Mutex<String>, line: String) -> bool {
    if !line.trim().is_empty() {
        *last.lock().unwrap_or_else(PoisonError::into_inner) = line.trim().to_owned();
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<String> {
        let mut lines = Vec::new();
        read_lines(bytes, |line| {
            lines.push(line);
            true
        });
        lines
    }

    #[test]
    fn lines_are_read_whatever_they_are() {
        assert_eq!(lines(b"best a\r\n\nrest"), ["best a\r", "", "rest"]);
        assert_eq!(lines(b"\xff\xfe\n")[0], "\u{fffd}\u{fffd}");
        let long = [&vec![b'x'; 3 * LONGEST_LINE][..], b"\nnext\n"].concat();
        let read = lines(&long);
        assert_eq!((read[0].len(), read[1].as_str()), (LONGEST_LINE, "next"));
    }
}

/// Programs that behave well, badly and not at all, as scripts of the shell.
#[cfg(all(test, unix))]
mod programs {
    use bastide_rules::{Base, Options, catalogue};

    use super::*;

    /// More than any answer needs, less than anybody waits for.
    const SOON: Duration = Duration::from_secs(60);

    /// A program that greets, and does this for the lines that it is told.
    fn obeying(cases: &str) -> Program {
        let cases = format!("bastide-engine*) echo ready;; {cases} quit) exit;;");
        script(&format!("while read -r line; do case $line in {cases} esac; done"))
    }

    /// The same for a program that will not answer: nobody waits long for it.
    fn hasty(program: Program) -> Program {
        Program { limit: Limit { time: Some(HASTE), simulations: None }, ..program }
    }

    const HASTE: Duration = Duration::from_millis(100);

    fn script(text: &str) -> Program {
        let line = format!("cmd:sh -c \"{text}\"");
        let Ok(crate::Contender::Program(line)) = line.parse() else { panic!("{line} is no program") };
        let limit = Limit { time: Some(SOON), simulations: None };
        Program::new(Arc::new(line), limit, Stop::new())
    }

    fn header() -> Record {
        let names = ["Anna", "Borys K."].map(str::to_owned).to_vec();
        Record::new(Options::new(Base::Classic, 2), names).unwrap()
    }

    /// A straight road was drawn: `1,0 r1` is legal.
    fn state() -> State {
        let mut state = header().start();
        state.apply(Action::Draw(catalogue::find("base-classic", "U").unwrap().id)).unwrap();
        state
    }

    /// The answer of a program that has begun a game.
    #[track_caller]
    fn answer(program: &mut Program) -> Result<Action, Fault> {
        program.begin(&header(), 0).expect("it begins");
        program.choose(&state())
    }

    fn wanted() -> Action {
        parse_action(&state(), "1,0 r1").unwrap()
    }

    /// The number of a program that runs, which all processes that it starts have as that of their group.
    fn group_of(program: &Program) -> u32 {
        program.running.as_ref().expect("it runs").child.id()
    }

    /// The processes of a group that have not ended, by what the system knows about them.
    fn members(group: u32) -> Vec<String> {
        let entries = std::fs::read_dir("/proc").expect("the system tells its processes").flatten();
        let told = entries.filter_map(|entry| std::fs::read_to_string(entry.path().join("stat")).ok());
        // `4711 (name) S 1 GROUP …`; of what has ended the state is Z or X.
        told.filter(|stat| {
            let fields: Vec<&str> = stat.rsplit(") ").next().unwrap_or_default().split(' ').collect();
            !matches!(fields[0], "Z" | "X") && fields.get(2) == Some(&group.to_string().as_str())
        })
        .collect()
    }

    /// Nothing of a program is there any more, nor of what it started. What was killed needs a moment to end.
    #[track_caller]
    fn assert_gone(group: u32) {
        let deadline = Instant::now() + SOON;
        while !members(group).is_empty() {
            assert!(Instant::now() < deadline, "still there: {:?}", members(group));
            thread::sleep(PAUSE);
        }
    }

    #[test]
    fn garbage_and_comments_are_passed_over() {
        let garbage = "go*) echo '# best 9,9 r0'; echo; echo rubbish; printf '\\\\377\\\\376\\\\n'; echo info pv best;";
        let mut program = obeying(&format!("{garbage} echo best 1,0 r1;;"));
        assert_eq!(answer(&mut program), Ok(wanted()));
        // What is said before the question is no answer.
        let mut program = obeying("end) echo best nonsense;; go*) echo best 1,0 r1;;");
        program.begin(&header(), 0).unwrap();
        let heard = program.running.as_ref().expect("it runs").heard.recv_timeout(SOON);
        assert_eq!(heard.as_deref(), Ok("best nonsense"));
        assert_eq!(program.choose(&state()), Ok(wanted()));
    }

    #[test]
    fn the_header_is_told_as_in_a_record() {
        let check = "new) seen=;; base*|players*|first*|end*) seen=$seen/$line;;";
        let mut program = obeying(&format!("{check} go*) echo best $seen;;"));
        let Err(Fault::NotAnAnswer(seen)) = answer(&mut program) else { panic!("the header is no action") };
        assert_eq!(seen, "/base classic/players Anna \"Borys K.\"/first Anna/end");
        // The same process plays the next game.
        let mut program = obeying("new) n=$((n+1));; play*) said=$line;; go*) echo best $n $said;;");
        for game in 1..=2 {
            program.begin(&header(), 0).unwrap();
            program.hear(&header().start(), state_draw()).unwrap();
            let Err(Fault::NotAnAnswer(seen)) = program.with(|running, stop| {
                running.say("go".to_owned());
                Err::<(), _>(Fault::NotAnAnswer(running.answer(Limit::default(), GRACE, stop)?))
            }) else {
                panic!("it counts games")
            };
            assert_eq!(seen, "1 play U", "killed after game {game}, and started again");
        }
    }

    fn state_draw() -> Action {
        Action::Draw(catalogue::find("base-classic", "U").unwrap().id)
    }

    #[test]
    fn who_dies_is_quoted() {
        let mut program = obeying("go*) echo no more paper >&2; exit 3;;");
        let Err(Fault::Dead(how)) = answer(&mut program) else { panic!("it is dead") };
        assert!(how.contains("exit status: 3") && how.contains("no more paper"), "{how}");
        assert!(program.running.is_none());
    }

    #[test]
    fn who_hangs_is_late_and_nothing_is_left_of_it() {
        let mut program = hasty(obeying("go*) sleep 1000;;"));
        program.begin(&header(), 0).unwrap();
        let group = group_of(&program);
        let start = Instant::now();
        assert_eq!(program.choose(&state()), Err(Fault::Late(HASTE + GRACE)));
        assert!(start.elapsed() < SOON);
        assert_gone(group);
    }

    #[test]
    fn who_ends_by_itself_leaves_nobody_behind() {
        let background = "sleep 1000 >/dev/null 2>&1 & exit 3";
        let mut program = obeying(&format!("go*) {background};;"));
        program.begin(&header(), 0).unwrap();
        let group = group_of(&program);
        assert!(matches!(program.choose(&state()), Err(Fault::Dead(_))));
        assert_gone(group);
        let mut program =
            script(&format!("echo ready; while read -r line; do case $line in quit) {background};; esac; done"));
        program.begin(&header(), 0).unwrap();
        let group = group_of(&program);
        drop(program);
        assert_gone(group);
    }

    #[test]
    fn who_waits_for_stop_answers_in_time() {
        let mut program = Program { grace: SOON, ..hasty(obeying("stop) echo best 1,0 r1;;")) };
        assert_eq!(answer(&mut program), Ok(wanted()));
    }

    #[test]
    fn wrong_answers_are_quoted_with_the_rule() {
        let mut illegal = obeying("go*) echo best 0,0 r0;;");
        let Err(Fault::Illegal(words, refusal)) = answer(&mut illegal) else { panic!("it is illegal") };
        assert_eq!((words.as_str(), refusal.rule()), ("0,0 r0", "BASE-13"));
        for (said, quoted) in [("best e4", "e4"), ("best", ""), ("best 1,0 r1 pass", "1,0 r1 pass")] {
            let mut program = obeying(&format!("go*) echo {said};;"));
            assert_eq!(answer(&mut program), Err(Fault::NotAnAnswer(quoted.to_owned())), "{said}");
        }
    }

    #[test]
    fn who_does_not_greet_is_not_asked() {
        for silent in ["exit 0", "echo hello"] {
            let began = script(silent).begin(&header(), 0);
            assert!(matches!(began, Err(Fault::NoGreeting(_))), "{silent}: {began:?}");
        }
        let nobody = "cmd:/nowhere/bot".parse().unwrap();
        let crate::Contender::Program(line) = nobody else { panic!("a program") };
        let began = Program::new(Arc::new(line), Limit::default(), Stop::new()).begin(&header(), 0);
        assert!(matches!(began, Err(Fault::NotStarted(_))), "{began:?}");
    }

    #[test]
    fn who_does_not_listen_holds_nobody_up() {
        let start = Instant::now();
        let mut deaf = hasty(script("echo ready; exec sleep 1000"));
        deaf.begin(&header(), 0).unwrap();
        // More than any pipe holds.
        for _ in 0..20_000 {
            deaf.hear(&header().start(), state_draw()).unwrap();
        }
        let group = group_of(&deaf);
        assert!(matches!(deaf.choose(&state()), Err(Fault::Late(_))));
        assert!(start.elapsed() < SOON);
        assert_gone(group);
    }

    #[test]
    fn who_never_stops_talking_is_late() {
        let start = Instant::now();
        let mut program = hasty(script("echo ready; exec yes rubbish"));
        program.begin(&header(), 0).unwrap();
        assert!(matches!(program.choose(&state()), Err(Fault::Late(_))));
        assert!(start.elapsed() < SOON);
    }

    #[test]
    fn a_match_that_is_stopped_waits_for_nobody() {
        let mut program = obeying("go*) while :; do sleep 1; done;;");
        program.limit.time = Some(Duration::from_secs(1000));
        program.begin(&header(), 0).unwrap();
        let stop = program.stop.clone();
        let start = Instant::now();
        let raising = thread::spawn(move || stop.raise());
        assert_eq!(program.choose(&state()), Err(Fault::Stopped));
        assert!(start.elapsed() < SOON);
        raising.join().unwrap();
    }

    #[test]
    fn who_is_dropped_ends() {
        let mut stubborn = script("trap '' TERM INT; echo ready; while :; do sleep 1000; done");
        stubborn.begin(&header(), 0).unwrap();
        let mut good = obeying("");
        good.begin(&header(), 0).unwrap();
        let groups = [group_of(&stubborn), group_of(&good)];
        assert!(groups.iter().all(|&group| !members(group).is_empty()), "they run");
        drop((stubborn, good));
        groups.into_iter().for_each(assert_gone);
    }
}
