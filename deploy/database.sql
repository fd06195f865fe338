-- Run once, by PostgreSQL's container, if its volume is empty. One account owns the tables and migrates them; the other is the
-- application, which may only read the audit log and add to it.
\getenv password DATABASE_PASSWORD
\getenv owner_password DATABASE_OWNER_PASSWORD
create role verdaccord_owner login password :'owner_password';
create role verdaccord login password :'password';
grant verdaccord to verdaccord_owner;
create database verdaccord owner verdaccord_owner;
revoke connect on database verdaccord from public;
grant connect on database verdaccord to verdaccord;
