import { errors } from '@storeward/contract/errors';
import { UserName } from '@storeward/contract/fields';
import type { Domain } from '@storeward/contract/organisations';
import { ApiError } from '../platform/api.ts';
import { onLanguage, sayError, t } from '../platform/i18n.ts';
import { portalFacts } from '../platform/portal-facts.ts';
import { signIn } from '../platform/sign-in.ts';
import { ignoreSpace } from '../ui/ignore-space.ts';
import { part } from './login-page.ts';

type Notice = { text: string; red?: boolean };

type Field = {
  input: HTMLInputElement;
  told: HTMLElement;
  faultOf: (typed: string) => string | undefined;
  fault?: string | undefined;
};

type Options = {
  /** The domains one can sign in with here, when they have come. */
  domains: Promise<readonly Domain[]>;
  timedOut: boolean;
  onSignedIn: (how: 'signedIn' | 'mustChange') => void;
};

/** Takes over the sign-in form as it stands on the page, with whatever was typed into it by now. */
export function openLoginForm(form: HTMLFormElement, { domains, timedOut, onSignedIn }: Options): void {
  const { passwordSpaces } = portalFacts();
  const name = fieldOf(form, 'username', faultOfName);
  const password = fieldOf(form, 'password', passwordSpaces ? faultOfNothing : faultOfPassword);
  const fields = [name, password];
  const button = part<HTMLButtonElement>('[type=submit]', form);
  let notice = timedOut ? (): Notice => ({ text: t('sessions.login.timeout') }) : undefined;
  let busy = false;

  const draw = () => {
    for (const field of fields) tell(field);
    tellNotice(part('.notice', form), notice?.());
    button.setAttribute('aria-busy', String(busy));
    document.title = t('sessions.login.title');
  };

  async function submit(): Promise<void> {
    for (const field of fields) field.fault = field.faultOf(field.input.value);
    const faulty = fields.find(({ fault }) => fault);
    busy = !faulty;
    if (busy) notice = undefined;
    draw();
    if (faulty) return faulty.input.focus();
    try {
      const fullName = nameWithDomain(name.input.value, part<HTMLSelectElement>('#domain', form).value, await domains);
      return onSignedIn(await signIn(fullName, password.input.value));
    } catch (fault) {
      notice = () => noticeOf(fault);
      password.input.select();
    }
    busy = false;
    return draw();
  }

  for (const field of fields) {
    if (field === name || !passwordSpaces) field.input.addEventListener('keydown', ignoreSpace);
    field.input.addEventListener('blur', () => {
      const { value } = field.input;
      field.fault = value ? field.faultOf(value) : undefined;
      tell(field);
    });
  }
  part('.eye', form).addEventListener('click', () => turnEye(part('.eye', form), password.input));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!busy) void submit();
  });
  onLanguage(draw);
  draw();
  void domains.then((known) => offerDomains(part<HTMLSelectElement>('#domain', form), known));
  if (window.askedAhead?.sent) void submit();
}

function fieldOf(form: HTMLFormElement, id: string, faultOf: Field['faultOf']): Field {
  return { input: part<HTMLInputElement>(`#${id}`, form), told: part(`#${id}-fault`, form), faultOf };
}

/** Says under a field what is wrong with it, or nothing. */
function tell({ input, told, fault }: Field): void {
  part('span', told).textContent = fault ? sayError(fault) : '';
  Object.assign(told, { hidden: !fault });
  input.setAttribute('aria-invalid', String(Boolean(fault)));
  if (fault) input.setAttribute('aria-describedby', told.id);
  else input.removeAttribute('aria-describedby');
}

function tellNotice(box: HTMLElement, notice: Notice | undefined): void {
  part('p', box).textContent = notice?.text ?? '';
  box.toggleAttribute('data-red', notice?.red ?? false);
  Object.assign(box, { hidden: !notice });
}

function offerDomains(choice: HTMLSelectElement, domains: readonly Domain[]): void {
  for (const { domainName, isDefault } of domains) {
    const option = document.createElement('option');
    Object.assign(option, { value: domainName, textContent: `@${domainName}` });
    choice.append(option);
    if (isDefault) Object.assign(choice, { value: domainName });
  }
  Object.assign(part('.field:has(#domain)', choice.form ?? document), { hidden: domains.length === 0 });
}

function turnEye(eye: HTMLElement, input: HTMLInputElement): void {
  const shown = input.type === 'password';
  Object.assign(input, { type: shown ? 'text' : 'password' });
  eye.setAttribute('aria-pressed', String(shown));
}

const faultOfName = (name: string) => UserName.safeParse(name).error?.issues[0]?.message;

const faultOfNothing = (password: string) => (password ? undefined : 'field.required');

const faultOfPassword = (password: string) =>
  faultOfNothing(password) ?? (/\s/.test(password) ? 'field.spaces' : undefined);

/** The name as the server wants it; whoever types the domain along means just that one. */
function nameWithDomain(name: string, domain: string, domains: readonly Domain[]): string {
  const typed = domains.some(({ domainName }) => name.toLowerCase().endsWith(`@${domainName.toLowerCase()}`));
  return domain && !typed ? `${name}@${domain}` : name;
}

/** What a failure tells: three of them in red, every other in grey, and never nothing. */
function noticeOf(fault: unknown): Notice {
  const { code, message, status } = fault instanceof ApiError ? fault : new ApiError(0);
  const told = /Message:(.*)$/s.exec(message)?.[1]?.trim();
  if (told && told !== 'undefined') return { text: sayError(code, told), red: isRed(code, told) };
  if (code !== 'unknown') return { text: sayError(code) };
  return { text: status === 0 ? t('sessions.login.unreachable') : t('sessions.login.invalid') };
}

const redCodes = ['signIn.locked', 'signIn.wrong', 'signIn.notAllowed'] as const;

const isRed = (code: string, told: string) =>
  redCodes.some((red) => red === code || errors[red].text.endsWith(`Message:${told}`));
