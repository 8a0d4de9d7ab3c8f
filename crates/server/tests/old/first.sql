-- A data folder as the first version wrote it that stored games (15 November 2026, version 1 of the file): its schema, one game in its
-- fourth turn and one that is over. Both seats are Anna's, whose secret is 64 times the letter a. Not to be changed.

CREATE TABLE games (
    id TEXT PRIMARY KEY,
    host BLOB NOT NULL,
    rules TEXT NOT NULL,
    seed BLOB NOT NULL,
    setup TEXT NOT NULL,
    private INTEGER NOT NULL,
    status INTEGER NOT NULL,
    progress TEXT NOT NULL,
    created INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    rematch TEXT,
    damaged INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX games_by_status ON games (status, private, changed);
CREATE INDEX games_by_host ON games (host, status);
CREATE TABLE seats (
    game TEXT NOT NULL REFERENCES games (id),
    seat INTEGER NOT NULL,
    name TEXT NOT NULL,
    colour TEXT NOT NULL,
    bot TEXT,
    owner BLOB,
    key BLOB,
    resigned INTEGER NOT NULL,
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seats_by_owner ON seats (owner, game);
CREATE TABLE actions (
    game TEXT NOT NULL REFERENCES games (id),
    number INTEGER NOT NULL,
    action TEXT NOT NULL,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE notes (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL REFERENCES games (id),
    after INTEGER NOT NULL,
    note TEXT NOT NULL
) STRICT;
CREATE INDEX notes_by_game ON notes (game);
CREATE TABLE chat (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL REFERENCES games (id),
    seat INTEGER,
    name TEXT NOT NULL,
    line TEXT NOT NULL,
    time INTEGER NOT NULL
) STRICT;
CREATE INDEX chat_by_game ON chat (game);
CREATE TABLE names (
    who BLOB PRIMARY KEY,
    name TEXT NOT NULL
) STRICT, WITHOUT ROWID;
PRAGMA user_version = 1;

INSERT INTO games VALUES ('0123456789abcdef', X'FFE054FE7AE0CB6DC65C3AF9B61D5209F439851DB43D0BA5997337DF154668EB', '0.1.0 record 1', X'6CB09FE72A3471A776F9DBB8509FA5BEFE73E878F23DD71BE79D24EC90C1B9DB',
    '{"in_box":null,"base":"classic","modules":["farmers"],"first":0,"aids":true,"clock":{"kind":"none"},"private":false,"end_after":12,"bot_pace":0}', 0, 1,
    '{"left":8,"asked":1,"points":[0,4],"clocks":[]}', 1794700000, 1794700600, NULL, 0);
INSERT INTO seats VALUES ('0123456789abcdef', 0, 'Anna', 'red', NULL, X'FFE054FE7AE0CB6DC65C3AF9B61D5209F439851DB43D0BA5997337DF154668EB', NULL, 0);
INSERT INTO seats VALUES ('0123456789abcdef', 1, 'Borys', 'blue', NULL, X'FFE054FE7AE0CB6DC65C3AF9B61D5209F439851DB43D0BA5997337DF154668EB', NULL, 0);
INSERT INTO actions VALUES
    ('0123456789abcdef', 0, 'U'), ('0123456789abcdef', 1, '-1,0 r1'), ('0123456789abcdef', 2, 'meeple@road:E'),
    ('0123456789abcdef', 3, 'L'), ('0123456789abcdef', 4, '0,-1 r2'), ('0123456789abcdef', 5, 'meeple@city:S'),
    ('0123456789abcdef', 6, 'V'), ('0123456789abcdef', 7, '-2,0 r2'), ('0123456789abcdef', 8, 'meeple@field:1'),
    ('0123456789abcdef', 9, 'V');
INSERT INTO notes (game, after, note) VALUES ('0123456789abcdef', 4, 'replaced-by-bot:1');
INSERT INTO chat (game, seat, name, line, time) VALUES ('0123456789abcdef', 0, 'Anna', 'Привіт!', 1794700100);

INSERT INTO games VALUES ('fedcba9876543210', X'FFE054FE7AE0CB6DC65C3AF9B61D5209F439851DB43D0BA5997337DF154668EB', '0.1.0 record 1', X'6CB09FE72A3471A776F9DBB8509FA5BEFE73E878F23DD71BE79D24EC90C1B9DB',
    '{"in_box":null,"base":"classic","modules":["farmers"],"first":0,"aids":true,"clock":{"kind":"none"},"private":false,"end_after":12,"bot_pace":0}', 0, 2,
    '{"left":0,"asked":null,"points":[13,20],"clocks":[]}', 1794600000, 1794600600, NULL, 0);
INSERT INTO seats VALUES ('fedcba9876543210', 0, 'Anna', 'red', NULL, X'FFE054FE7AE0CB6DC65C3AF9B61D5209F439851DB43D0BA5997337DF154668EB', NULL, 0);
INSERT INTO seats VALUES ('fedcba9876543210', 1, 'Borys', 'blue', NULL, X'FFE054FE7AE0CB6DC65C3AF9B61D5209F439851DB43D0BA5997337DF154668EB', NULL, 0);
INSERT INTO actions VALUES
    ('fedcba9876543210', 0, 'U'), ('fedcba9876543210', 1, '-1,0 r1'), ('fedcba9876543210', 2, 'meeple@road:E'),
    ('fedcba9876543210', 3, 'L'), ('fedcba9876543210', 4, '0,-1 r2'), ('fedcba9876543210', 5, 'meeple@city:S'),
    ('fedcba9876543210', 6, 'V'), ('fedcba9876543210', 7, '-2,0 r2'), ('fedcba9876543210', 8, 'meeple@field:1'),
    ('fedcba9876543210', 9, 'V'), ('fedcba9876543210', 10, '1,-1 r1'), ('fedcba9876543210', 11, 'meeple@field:2'),
    ('fedcba9876543210', 12, 'B'), ('fedcba9876543210', 13, '-3,0 r0'), ('fedcba9876543210', 14, 'meeple@monastery'),
    ('fedcba9876543210', 15, 'W'), ('fedcba9876543210', 16, '1,-2 r1'), ('fedcba9876543210', 17, 'meeple@road:S'),
    ('fedcba9876543210', 18, 'H'), ('fedcba9876543210', 19, '-4,0 r0'), ('fedcba9876543210', 20, 'meeple@city:N'),
    ('fedcba9876543210', 21, 'I'), ('fedcba9876543210', 22, '2,-1 r0'), ('fedcba9876543210', 23, 'pass'),
    ('fedcba9876543210', 24, 'S'), ('fedcba9876543210', 25, '-4,-1 r1'), ('fedcba9876543210', 26, 'meeple@road:W'),
    ('fedcba9876543210', 27, 'V'), ('fedcba9876543210', 28, '0,-2 r3'), ('fedcba9876543210', 29, 'meeple@road:E'),
    ('fedcba9876543210', 30, 'X'), ('fedcba9876543210', 31, '-5,-1 r0'), ('fedcba9876543210', 32, 'meeple@road:N'),
    ('fedcba9876543210', 33, 'I'), ('fedcba9876543210', 34, '3,-1 r2'), ('fedcba9876543210', 35, 'meeple@city:W');

INSERT INTO names VALUES (X'FFE054FE7AE0CB6DC65C3AF9B61D5209F439851DB43D0BA5997337DF154668EB', 'Anna');
