-- `username_key` and `email_key` are the same for names that count as one: see src/accounts/name-key.ts.
create table users (
  id integer generated always as identity primary key,
  username text not null,
  username_key text not null constraint users_username_taken unique,
  email text not null,
  email_key text not null constraint users_email_taken unique,
  password text not null,
  bio text,
  image text,
  created_at timestamptz not null default now()
);

create table follows (
  follower integer not null references users on delete cascade,
  followed integer not null references users on delete cascade,
  primary key (follower, followed),
  check (follower <> followed)
);

create table articles (
  id integer generated always as identity primary key,
  slug text not null unique,
  author integer not null references users on delete cascade,
  title text not null,
  description text not null,
  body text not null,
  tags text[] not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index articles_newest on articles (created_at desc, id desc);
create index articles_of_author on articles (author, created_at desc, id desc);
create index articles_tags on articles using gin (tags);

create table favorites (
  user_id integer not null references users on delete cascade,
  article integer not null references articles on delete cascade,
  primary key (article, user_id)
);
create index favorites_of_user on favorites (user_id);

create table comments (
  id integer generated always as identity primary key,
  article integer not null references articles on delete cascade,
  author integer not null references users on delete cascade,
  body text not null,
  created_at timestamptz not null default now()
);
create index comments_of_article on comments (article, id desc);
