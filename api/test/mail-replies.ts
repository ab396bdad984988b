import type { Failure } from './mail-server.ts';

/** Replies to the recipient that mean that the address does not exist, with the codes that are kept of them. */
export const addressRejections: readonly (readonly [reply: string, reason: string])[] = [
  ['550 5.1.1 <somebody@mail.example>: user unknown', '550 5.1.1'],
  ['550-5.1.1 The account does not exist\r\n550 5.1.1 see the help', '550 5.1.1'],
  ['550 no such user here', '550'],
  ['550 5.2.1 the account is disabled', '550 5.2.1'],
  ['551 user not local', '551'],
  ['553 5.1.3 the address is malformed', '553 5.1.3'],
  ['556 5.1.10 the domain takes no mail', '556 5.1.10'],
  ['501 5.1.3 the address is malformed', '501 5.1.3'],
];

/** The same in other words, for the proof. */
export const moreAddressRejections: typeof addressRejections = [
  ['550 5.1.0 address rejected', '550 5.1.0'],
  ['550 #5.1.0 address rejected', '550 5.1.0'],
  ['550 5.4.1 recipient address rejected: access denied', '550 5.4.1'],
  ['551 5.1.6 the mailbox has moved', '551 5.1.6'],
  ['550', '550'],
  ['550 192.5.1.1 has no such user', '550'],
];

type Step = Failure['at'];

/** Replies at a step that say nothing about the address: the mail is tried again. */
export const otherRejections: readonly (readonly [step: Step, reply: string])[] = [
  ['RCPT', '552 5.2.2 the mailbox is full'],
  ['RCPT', '550 5.2.2 the mailbox is full'],
  ['RCPT', '550 5.7.1 relaying denied'],
  ['RCPT', '553 sorry, that domain is not in my list (#5.7.1)'],
  ['RCPT', '550 5.1.8 the sender does not exist'],
  ['RCPT', '501 syntax error'],
  ['RCPT', '450 4.1.1 try again later'],
  ['RCPT', '554 5.7.1 blocked'],
  ['connect', '550 5.1.1 not from there'],
  ['EHLO', '550 5.1.1 not you'],
  ['MAIL', '550 5.1.1 the sender does not exist'],
  ['body', '550 5.1.1 not this content'],
];

/** The same in other words, for the proof. */
export const moreOtherRejections: typeof otherRejections = [
  ['RCPT', '421 4.3.2 shutting down'],
  ['RCPT', '451 4.7.1 greylisted, try again in 5 minutes'],
  ['RCPT', '452 4.2.2 the mailbox is full'],
  ['RCPT', '550 5.7.26 the sender is not authenticated'],
  ['RCPT', '550 5.3.0 the system does not work'],
  ['RCPT', '550 5.6.1 the content is not supported'],
  ['RCPT', '550 5.2.3 the mail is too long'],
  ['RCPT', '501 5.5.4 wrong parameters'],
  ['RCPT', '503 5.5.1 wrong order of commands'],
  ['RCPT', '554 no'],
  ['RCPT', '999 what'],
  ['RCPT', 'no such user'],
  ['connect', '421 4.3.2 too busy'],
  ['connect', '554 no mails here'],
  ['connect', 'HTTP/1.1 400 Bad Request'],
  ['EHLO', '421 too many connections'],
  ['MAIL', '451 4.7.0 try again later'],
  ['MAIL', '530 5.7.0 encrypt first'],
  ['DATA', '451 not now'],
  ['DATA', '554 5.1.1 no valid recipients'],
  ['body', '451 4.3.0 the queue is full'],
  ['body', '552 5.3.4 the mail is too long'],
  ['body', '554 5.7.1 spam'],
  ['accepted', '451 not now'],
];

/** Replies with which a mail is delivered. */
export const acceptances: readonly (readonly [step: Step, reply: string])[] = [
  ['RCPT', '251 user not local, will forward'],
  ['RCPT', '252 cannot verify the user'],
  ['RCPT', '250-2.1.5 fine\r\n250 2.1.5 go on'],
  ['connect', '220-welcome\r\n220 to this server'],
  ['accepted', '250 2.0.0 queued as 550 5.1.1'],
];
