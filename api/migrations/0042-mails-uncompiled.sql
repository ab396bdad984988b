-- Where PostgreSQL compiles what it takes for a long question, taking mails was compiled anew each time, at many times its own cost.
alter function take_mails(int, interval) set jit = off;
