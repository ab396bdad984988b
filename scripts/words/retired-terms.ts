import type { RetiredTerm } from './vocabulary.ts';

/** One retired word in names and comments. `except` matches uses that keep their plain English or technical meaning. */
const word = (pattern: string, instead: string, except?: RegExp): RetiredTerm => ({
  name: new RegExp(`\\b(?:${pattern})\\b`),
  comment: new RegExp(`\\b(?:${pattern})\\b`, 'i'),
  ...(except && { except }),
  instead: `write ${instead}`,
});

/** A word or phrase that is retired in comments only, because identifiers use it in another sense. */
const phrase = (pattern: string, instead: string, except?: RegExp): RetiredTerm => ({
  comment: new RegExp(`\\b(?:${pattern})\\b`, 'i'),
  ...(except && { except }),
  instead: `write ${instead}`,
});

/** A word that is retired in identifiers and file names only, because it is plain English in comments. */
const identifier = (pattern: string, instead: string, except?: RegExp): RetiredTerm => ({
  name: new RegExp(`\\b(?:${pattern})\\b`),
  ...(except && { except }),
  instead: `write ${instead}`,
});

/** The terms that the code no longer uses, each with the term of the field to use instead; docs/words.md is the glossary. */
export const retiredTerms: readonly RetiredTerm[] = [
  word('doors?|knocks?', 'endpoint'),
  word('doorkeepers?|gates?|admits?', 'authenticator, authenticate or authorize'),
  word('storeys?|waists?', 'layer or shared contract'),
  word('refusals?', 'API error'),
  word('demands?', 'ensure, or require', /\b(?:on|in) demand\b/gi),
  word('troubles?', 'configuration error or failure reason'),
  identifier('faults?', 'error or validation error'),
  word('page marks?', 'CSRF token'),
  word('keepable|still held', 'HTTP caching, not modified'),
  word('left aside', 'unknown fields'),
  word('turnstiles?', 'semaphore'),
  word('nudge[ds]?', 'wake'),
  word('tellers?|errands?', 'webhook worker or job'),
  word('news', 'change events'),
  word('seeings?|other eyes', 'impersonation'),
  word('seal(?:s|ing)?', 'encryption, or hash chain'),
  word('walls?|walled', 'tenant isolation or row-level security policy', /\bwall (?:time|clock)\b/gi),
  word('brakes?', 'rate limit'),
  word('forgives?', 'reset'),
  word('sought', 'lookup, or searched'),
  word('clash(?:es)?', 'conflict'),
  word('sweeps?', 'orphan cleanup'),
  identifier('asked|wanted|told|said|stated|heard', 'requested, required, reported or stored: whichever it is'),
  identifier('standing|stands', 'assignment'),
  identifier('person|people|persons', 'user'),
  identifier('places?|moments?', 'node or row number; instant, time or date', /\bplace(?:holder|ment)s?\b/g),
  identifier('house|world', 'server, test server or fixture'),
  identifier('films?', 'video'),
  identifier('articles?', 'product or SKU'),
  identifier('answers?|answered|questions?|unheard', 'request, response, query or confirmation: whichever it is'),
  identifier('facts?', 'metadata, variables or runtime configuration'),
  phrase('whoever|whomever', 'the actor: user, client, reader'),
  phrase('callers?', 'the actor, the client or the current user'),
  phrase('(?:is|are) told', 'receives, reports or returns'),
  phrase('lets? go of', 'releases'),
  phrase(
    'stands? (?:at|above|below|beneath|in|for|beside|there)',
    'is assigned to, is above, or means',
    /\bstands? for\b/gi,
  ),
  phrase('the hands of|for ever|in vain', 'plain words'),
];
