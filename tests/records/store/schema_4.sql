CREATE TABLE riverboat_schema (
	version INTEGER NOT NULL
);
CREATE TABLE hands (
	id INTEGER NOT NULL,
	digest VARCHAR(32) NOT NULL,
	game VARCHAR(40) NOT NULL,
	seats INTEGER NOT NULL,
	number TEXT NOT NULL,
	event TEXT NOT NULL,
	time TEXT NOT NULL,
	net TEXT,
	record TEXT NOT NULL,
	PRIMARY KEY (id),
	UNIQUE (digest)
);
CREATE TABLE players (
	id INTEGER NOT NULL,
	name TEXT NOT NULL,
	PRIMARY KEY (id),
	UNIQUE (name)
);
CREATE TABLE hand_players (
	hand_id INTEGER NOT NULL,
	seat INTEGER NOT NULL,
	player_id INTEGER NOT NULL,
	PRIMARY KEY (hand_id, seat),
	FOREIGN KEY(hand_id) REFERENCES hands (id) ON DELETE CASCADE,
	FOREIGN KEY(player_id) REFERENCES players (id)
);
CREATE INDEX hand_players_by_player ON hand_players (player_id, hand_id);
CREATE TABLE sessions (
	"key" VARCHAR(64) NOT NULL,
	revision INTEGER NOT NULL,
	state TEXT NOT NULL,
	PRIMARY KEY ("key")
);
CREATE TABLE partner_states (
	player TEXT NOT NULL,
	game VARCHAR(40) NOT NULL,
	state TEXT NOT NULL,
	PRIMARY KEY (player, game)
);
CREATE TABLE partner_cases (
	id INTEGER NOT NULL,
	player TEXT NOT NULL,
	game VARCHAR(40) NOT NULL,
	features TEXT NOT NULL,
	PRIMARY KEY (id)
);
CREATE INDEX partner_cases_by_player ON partner_cases (player, game, id);
CREATE TABLE participants (
	id VARCHAR(32) NOT NULL,
	owner VARCHAR(64) NOT NULL,
	number INTEGER NOT NULL,
	content TEXT NOT NULL,
	PRIMARY KEY (id),
	UNIQUE (number)
);
CREATE INDEX ix_participants_owner ON participants (owner);
CREATE TABLE places (
	id VARCHAR(32) NOT NULL,
	owner VARCHAR(64) NOT NULL,
	"plan" TEXT NOT NULL,
	opened TEXT NOT NULL,
	PRIMARY KEY (id)
);
CREATE INDEX ix_places_owner ON places (owner);
CREATE INDEX hands_by_event ON hands (event);
