-- Run once, by the container of PostgreSQL, when its volume is empty. The application owns its database and is nobody else.
\getenv password DATABASE_PASSWORD
create role verdaccord login password :'password';
create database verdaccord owner verdaccord;
revoke connect on database verdaccord from public;
