-- Since when somebody has agreed to sign in by their face; null where they have not. Nothing of the face itself is kept here.
alter table users add column face_consent_date timestamptz;
