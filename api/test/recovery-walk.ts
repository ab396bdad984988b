import fc from 'fast-check';

/** Somebody whose password is walked about, and what it is at the moment. */
export type Walker = {
  readonly id: string;
  readonly userName: string;
  readonly emailId: string;
  readonly host: string;
  readonly domainName: string;
  password: string;
};

/** What a walk knows of the product: its doors, what stands behind them, and the mailboxes. */
export type Ground = {
  readonly walkers: readonly Walker[];
  readonly secretWord: string;
  /** Where it is hardened, the secret word opens nothing, and a request with stray fields is refused whole. */
  readonly hardened: boolean;
  ask(request: {
    method: 'GET' | 'PUT' | 'POST';
    path: string;
    host: string;
    body?: unknown;
    headers?: Record<string, string>;
  }): Promise<{ status: number; body: any; cookie: string | undefined }>; // oxlint-disable-line typescript/no-explicit-any -- answers of many doors
  /** What is stored of each walker's password. */
  hashes(): Promise<ReadonlyMap<string, string>>;
  /** The last token that was mailed to somebody. */
  lastMailed(walker: Walker): Promise<string | undefined>;
  /** Forgets wrong tries, so that each walk begins alike. */
  forgive(): Promise<void>;
};

const walker = fc.nat(2);
const which = fc.nat(2);

/** One thing that somebody may try; `which` chooses among what the walk has come by so far, the latest first. */
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('begin' as const), who: fc.nat(3), browser: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('send' as const),
      which,
      as: fc.constantFrom('same' as const, 'other' as const, 'program' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('word' as const), who: walker, right: fc.boolean(), byMail: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('look' as const), which }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('reset' as const),
      who: walker,
      which,
      by: fc.constantFrom(
        'token' as const,
        'token' as const,
        'token' as const,
        'token' as const,
        'token' as const,
        'bent' as const,
        'flow' as const,
        'id' as const,
        'word' as const,
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('change' as const), who: walker, right: fc.boolean() }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** The two steps by which an honest person gets a mail: by chance alone they follow on each other too seldom. */
const mailed = walker.map((who): Step[] => [
  { do: 'begin', who, browser: true },
  { do: 'send', which: 0, as: 'same' },
]);

/** Walks over all doors of recovery, in any order. */
export const walks: fc.Arbitrary<Step[]> = fc
  .array(fc.oneof({ weight: 8, arbitrary: step.map((taken) => [taken]) }, { weight: 1, arbitrary: mailed }), {
    minLength: 5,
    maxLength: 7,
  })
  .map((steps) => steps.flat());

/** What a walk has seen: how many passwords it changed, by which proof. */
export type Seen = { byMail: number; byWord: number; byOld: number };

let passwords = 0;

/** Goes one walk, and throws where a password changed without its owner's live proof, or did not with it. */
export async function walk(ground: Ground, steps: readonly Step[], seen: Seen): Promise<void> {
  const { walkers } = ground;
  const tokens: { secret: string; owner: Walker; live: boolean; by: 'byMail' | 'byWord' }[] = [];
  const flows: { secret: string; owner: Walker | undefined; host: string; cookie: string | undefined }[] = [];
  const lastOf = new Map<Walker, string | undefined>();
  if (steps.some((taken) => taken.do === 'word' || taken.do === 'change')) await ground.forgive();
  let before = await ground.hashes();
  if (steps.some((taken) => taken.do === 'send'))
    for (const each of walkers) lastOf.set(each, await ground.lastMailed(each));

  const newToken = (owner: Walker, secret: string, by: 'byMail' | 'byWord') => {
    for (const token of tokens) if (token.owner === owner) token.live = false;
    tokens.push({ secret, owner, live: true, by });
  };
  const spent = (owner: Walker) => {
    for (const token of tokens) if (token.owner === owner) token.live = false;
  };

  for (const taken of steps) {
    let changes: Walker | undefined;
    const at = (index: number) => walkers[index % walkers.length]!;
    switch (taken.do) {
      case 'begin': {
        const owner = taken.who < walkers.length ? at(taken.who) : undefined;
        const { host, domainName } = owner ?? at(0);
        const { body, cookie, status } = await ground.ask({
          method: 'POST',
          path: 'validate-email-id',
          host,
          body: { emailId: owner?.emailId ?? 'nobody@mail.example', domainName },
          headers: taken.browser ? { 'sec-fetch-site': 'same-origin' } : {},
        });
        if (JSON.stringify(body).includes('resetToken')) throw new Error('a token without proof');
        if (owner && status !== 200) throw new Error(`a known address was refused: ${JSON.stringify(body)}`);
        if (status === 200) flows.push({ secret: body.result.userId, owner, host, cookie });
        break;
      }
      case 'send': {
        const flow = flows.at(-1 - taken.which) ?? flows.at(-1);
        if (!flow) break;
        const cookie =
          taken.as === 'same' ? flow.cookie : taken.as === 'other' ? `__Host-recovery=${'x'.repeat(43)}` : undefined;
        const headers =
          taken.as === 'same' && !flow.cookie ? {} : { 'sec-fetch-site': 'same-origin', ...(cookie ? { cookie } : {}) };
        const { status } = await ground.ask({
          method: 'PUT',
          path: `send-email/${flow.secret}`,
          host: flow.host,
          body: {},
          headers: taken.as === 'program' ? {} : headers,
        });
        const may = taken.as === 'same' || (taken.as === 'program' && !flow.cookie);
        if ((status === 200) !== may)
          throw new Error(`a mail was ${may ? 'refused to' : 'sent for'} ${taken.as}: ${status}`);
        const mailed = flow.owner && (await ground.lastMailed(flow.owner));
        if (flow.owner && mailed !== lastOf.get(flow.owner)) {
          if (!may) throw new Error('a mail in spite of a refusal');
          lastOf.set(flow.owner, mailed);
          newToken(flow.owner, mailed!, 'byMail');
        } else if (flow.owner && may) throw new Error('no mail');
        break;
      }
      case 'word': {
        const owner = at(taken.who);
        const { status, body } = await ground.ask({
          method: 'POST',
          path: 'validate-email-id',
          host: owner.host,
          body: {
            ...(taken.byMail ? { emailId: owner.emailId } : { username: owner.userName }),
            domainName: owner.domainName,
            secretWord: taken.right ? ground.secretWord : 'wrong',
          },
        });
        if (!taken.right && status === 200) throw new Error('a wrong word was taken');
        if (ground.hardened && status === 200) throw new Error('a word was taken where this way is closed');
        if (status === 200) newToken(owner, body.result.resetToken, 'byWord');
        break;
      }
      case 'look': {
        const token = tokens.at(-1 - taken.which) ?? tokens.at(-1);
        if (!token) break;
        const { status } = await ground.ask({
          method: 'GET',
          path: `validate-reset-token/${token.secret}`,
          host: token.owner.host,
        });
        if ((status === 200) !== token.live)
          throw new Error(`a token that is ${token.live ? 'live' : 'over'} looked ${status}`);
        break;
      }
      case 'reset': {
        const token = tokens.at(-1 - taken.which) ?? tokens.at(-1);
        const guess = {
          token: token?.secret,
          bent: token && token.secret.slice(0, -2) + (token.secret.endsWith('AA') ? 'BA' : 'AA'),
          flow: flows.at(-1)?.secret,
          id: at(taken.who).id,
          word: ['true', 'null', 'undefined', '%20', '-'][(taken.which + taken.who) % 5],
        }[taken.by];
        if (guess === undefined) break;
        const password = `Walked-harbour-${(passwords += 1)}`;
        const host = token && taken.by === 'token' ? token.owner.host : at(taken.who).host;
        const { status } = await ground.ask({
          method: 'PUT',
          path: `reset-password/${guess}`,
          host,
          body: { password, confirmPassword: password, ...(ground.hardened ? {} : { id: at(taken.who).id }) },
        });
        const proof = taken.by === 'token' && token?.live ? token : undefined;
        if ((status === 200) !== (proof !== undefined))
          throw new Error(`a reset by ${taken.by} was answered ${status}`);
        if (proof) {
          changes = proof.owner;
          changes.password = password;
          seen[proof.by] += 1;
          spent(changes);
        }
        break;
      }
      case 'change': {
        const owner = at(taken.who);
        const base64 = (text: string) => Buffer.from(text).toString('base64');
        const entered = await ground.ask({
          method: 'POST',
          path: 'login',
          host: owner.host,
          body: {
            username: base64(`${owner.userName}@${owner.domainName}`),
            password: base64(owner.password),
            domainName: base64(owner.host),
          },
        });
        if (entered.status !== 200) throw new Error(`the password that was set does not sign in: ${entered.status}`);
        const password = `Walked-harbour-${(passwords += 1)}`;
        const { status } = await ground.ask({
          method: 'POST',
          path: 'resetpassword',
          host: owner.host,
          body: {
            oldPassword: taken.right ? owner.password : 'Wrong-harbour',
            newPassword: password,
            confirmPassword: password,
            updatedBy: at(taken.who + 1).id,
          },
          headers: { authorization: `Bearer ${entered.body.result.accessToken}` },
        });
        if ((status === 200) !== taken.right) throw new Error(`a change was answered ${status}`);
        if (taken.right) {
          changes = owner;
          owner.password = password;
          seen.byOld += 1;
          spent(owner);
        }
        break;
      }
    }
    const after = await ground.hashes();
    for (const each of walkers) {
      const changed = before.get(each.id) !== after.get(each.id);
      if (changed !== (changes === each))
        throw new Error(`${each.userName}: a password ${changed ? 'changed without proof' : 'stayed in spite of it'}`);
    }
    before = after;
  }
}
