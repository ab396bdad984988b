import fc from 'fast-check';

/** An account under test with its current password. */
export type Account = {
  readonly id: string;
  readonly userName: string;
  readonly emailId: string;
  readonly host: string;
  readonly domainName: string;
  password: string;
};

/** The system under test: its accounts, endpoints, stored hashes and mailboxes. */
export type SystemUnderTest = {
  readonly accounts: readonly Account[];
  readonly secretWord: string;
  /** Security profile `hardened`: secret words are disabled, and unknown fields are rejected. */
  readonly hardened: boolean;
  send(request: {
    method: 'GET' | 'PUT' | 'POST';
    path: string;
    host: string;
    body?: unknown;
    headers?: Record<string, string>;
  }): Promise<{ status: number; body: any; cookie: string | undefined }>; // oxlint-disable-line typescript/no-explicit-any -- responses of several endpoints
  /** Stored password hashes by user id. */
  passwordHashes(): Promise<ReadonlyMap<string, string>>;
  lastMailedToken(accountIndex: Account): Promise<string | undefined>;
  /** Clears the rate limits, so that every sequence starts from the same state. */
  resetLimits(): Promise<void>;
};

const accountIndex = fc.nat(2);
const recency = fc.nat(2);

/** One action; `recency` selects among the flows or tokens obtained so far, the latest first. */
const action = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('begin' as const), who: fc.nat(3), browser: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('send' as const),
      recency,
      as: fc.constantFrom('same' as const, 'other' as const, 'program' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('word' as const),
      who: accountIndex,
      right: fc.boolean(),
      byEmail: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('look' as const), recency }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('reset' as const),
      who: accountIndex,
      recency,
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
  { weight: 1, arbitrary: fc.record({ do: fc.constant('change' as const), who: accountIndex, right: fc.boolean() }) },
);
type Action = typeof action extends fc.Arbitrary<infer S> ? S : never;

/** The regular two steps to a mailed token, which random actions alone would rarely produce in sequence. */
const mailed = accountIndex.map((who): Action[] => [
  { do: 'begin', who, browser: true },
  { do: 'send', recency: 0, as: 'same' },
]);

/** Random sequences of actions over all recovery endpoints. */
export const actionSequences: fc.Arbitrary<Action[]> = fc
  .array(fc.oneof({ weight: 8, arbitrary: action.map((action) => [action]) }, { weight: 1, arbitrary: mailed }), {
    minLength: 5,
    maxLength: 7,
  })
  .map((actions) => actions.flat());

/** Number of password changes by kind of proof. */
export type ChangeCounts = { byEmail: number; bySecretWord: number; byOldPassword: number };

let passwords = 0;

/** Runs a sequence; throws if a password changed without its owner's valid proof, or did not change with it. */
export async function runSequence(
  system: SystemUnderTest,
  actions: readonly Action[],
  counts: ChangeCounts,
): Promise<void> {
  const { accounts } = system;
  const tokens: { secret: string; owner: Account; valid: boolean; by: 'byEmail' | 'bySecretWord' }[] = [];
  const flows: { secret: string; owner: Account | undefined; host: string; cookie: string | undefined }[] = [];
  const lastTokens = new Map<Account, string | undefined>();
  if (actions.some((action) => action.do === 'word' || action.do === 'change')) await system.resetLimits();
  let before = await system.passwordHashes();
  if (actions.some((action) => action.do === 'send'))
    for (const account of accounts) lastTokens.set(account, await system.lastMailedToken(account));

  const newToken = (owner: Account, secret: string, by: 'byEmail' | 'bySecretWord') => {
    for (const token of tokens) if (token.owner === owner) token.valid = false;
    tokens.push({ secret, owner, valid: true, by });
  };
  const revokeTokens = (owner: Account) => {
    for (const token of tokens) if (token.owner === owner) token.valid = false;
  };

  for (const action of actions) {
    let changes: Account | undefined;
    const accountAt = (index: number) => accounts[index % accounts.length]!;
    switch (action.do) {
      case 'begin': {
        const owner = action.who < accounts.length ? accountAt(action.who) : undefined;
        const { host, domainName } = owner ?? accountAt(0);
        const { body, cookie, status } = await system.send({
          method: 'POST',
          path: 'validate-email-id',
          host,
          body: { emailId: owner?.emailId ?? 'nobody@mail.example', domainName },
          headers: action.browser ? { 'sec-fetch-site': 'same-origin' } : {},
        });
        if (JSON.stringify(body).includes('"resetToken":"')) throw new Error('a token was issued without proof');
        if (owner && status !== 200) throw new Error(`a known address was rejected: ${JSON.stringify(body)}`);
        if (status === 200) flows.push({ secret: body.result.userId, owner, host, cookie });
        break;
      }
      case 'send': {
        const flow = flows.at(-1 - action.recency) ?? flows.at(-1);
        if (!flow) break;
        const cookie =
          action.as === 'same' ? flow.cookie : action.as === 'other' ? `__Host-recovery=${'x'.repeat(43)}` : undefined;
        const headers =
          action.as === 'same' && !flow.cookie
            ? {}
            : { 'sec-fetch-site': 'same-origin', ...(cookie ? { cookie } : {}) };
        const { status } = await system.send({
          method: 'PUT',
          path: `send-email/${flow.secret}`,
          host: flow.host,
          body: {},
          headers: action.as === 'program' ? {} : headers,
        });
        const allowed = action.as === 'same' || (action.as === 'program' && !flow.cookie);
        if ((status === 200) !== allowed)
          throw new Error(`a mail was ${allowed ? 'rejected' : 'sent'} for ${action.as}: ${status}`);
        const mailed = flow.owner && (await system.lastMailedToken(flow.owner));
        if (flow.owner && mailed !== lastTokens.get(flow.owner)) {
          if (!allowed) throw new Error('a mail was sent despite an error response');
          lastTokens.set(flow.owner, mailed);
          newToken(flow.owner, mailed!, 'byEmail');
        } else if (flow.owner && allowed) throw new Error('no mail was sent');
        break;
      }
      case 'word': {
        const owner = accountAt(action.who);
        const { status, body } = await system.send({
          method: 'POST',
          path: 'validate-email-id',
          host: owner.host,
          body: {
            ...(action.byEmail ? { emailId: owner.emailId } : { username: owner.userName }),
            domainName: owner.domainName,
            secretWord: action.right ? system.secretWord : 'wrong',
          },
        });
        if (!action.right && status === 200) throw new Error('a wrong secret word was accepted');
        if (system.hardened && status === 200) throw new Error('a secret word was accepted although disabled');
        if (status === 200) newToken(owner, body.result.resetToken, 'bySecretWord');
        break;
      }
      case 'look': {
        const token = tokens.at(-1 - action.recency) ?? tokens.at(-1);
        if (!token) break;
        const { status } = await system.send({
          method: 'GET',
          path: `validate-reset-token/${token.secret}`,
          host: token.owner.host,
        });
        if ((status === 200) !== token.valid)
          throw new Error(`a token that is ${token.valid ? 'valid' : 'invalid'} returned ${status}`);
        break;
      }
      case 'reset': {
        const token = tokens.at(-1 - action.recency) ?? tokens.at(-1);
        const tokenCandidate = {
          token: token?.secret,
          bent: token && token.secret.slice(0, -2) + (token.secret.endsWith('AA') ? 'BA' : 'AA'),
          flow: flows.at(-1)?.secret,
          id: accountAt(action.who).id,
          word: ['true', 'null', 'undefined', '%20', '-'][(action.recency + action.who) % 5],
        }[action.by];
        if (tokenCandidate === undefined) break;
        const password = `Walked-harbour-${(passwords += 1)}`;
        const host = token && action.by === 'token' ? token.owner.host : accountAt(action.who).host;
        const { status } = await system.send({
          method: 'PUT',
          path: `reset-password/${tokenCandidate}`,
          host,
          body: { password, confirmPassword: password, ...(system.hardened ? {} : { id: accountAt(action.who).id }) },
        });
        const proof = action.by === 'token' && token?.valid ? token : undefined;
        if ((status === 200) !== (proof !== undefined)) throw new Error(`a reset by ${action.by} returned ${status}`);
        if (proof) {
          changes = proof.owner;
          changes.password = password;
          counts[proof.by] += 1;
          revokeTokens(changes);
        }
        break;
      }
      case 'change': {
        const owner = accountAt(action.who);
        const base64 = (text: string) => Buffer.from(text).toString('base64');
        const signInResponse = await system.send({
          method: 'POST',
          path: 'login',
          host: owner.host,
          body: {
            username: base64(`${owner.userName}@${owner.domainName}`),
            password: base64(owner.password),
            domainName: base64(owner.host),
          },
        });
        if (signInResponse.status !== 200)
          throw new Error(`the new password does not sign in: ${signInResponse.status}`);
        const password = `Walked-harbour-${(passwords += 1)}`;
        const { status } = await system.send({
          method: 'POST',
          path: 'resetpassword',
          host: owner.host,
          body: {
            oldPassword: action.right ? owner.password : 'Wrong-harbour',
            newPassword: password,
            confirmPassword: password,
            updatedBy: accountAt(action.who + 1).id,
          },
          headers: { authorization: `Bearer ${signInResponse.body.result.accessToken}` },
        });
        if ((status === 200) !== action.right) throw new Error(`a change returned ${status}`);
        if (action.right) {
          changes = owner;
          owner.password = password;
          counts.byOldPassword += 1;
          revokeTokens(owner);
        }
        break;
      }
    }
    const after = await system.passwordHashes();
    for (const account of accounts) {
      const changed = before.get(account.id) !== after.get(account.id);
      if (changed !== (changes === account))
        throw new Error(
          `${account.userName}: a password ${changed ? 'changed without proof' : 'did not change with it'}`,
        );
    }
    before = after;
  }
}
