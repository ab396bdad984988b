import { errors } from '@storeward/contract/errors';
import { UserName } from '@storeward/contract/fields';
import type { Domain } from '@storeward/contract/organisations';
import { ApiError } from '../platform/api/api.ts';
import { onLanguageChange, errorMessage, t } from '../platform/text/i18n.ts';
import { runtimeConfiguration } from '../platform/runtime-configuration.ts';
import { signIn } from '../platform/session/sign-in.ts';
import { ignoreSpace } from '../ui/dialog/ignore-space.ts';
import { requiredElement } from './login-page.ts';

type Notice = { text: string; red?: boolean };

type Field = {
  input: HTMLInputElement;
  errorElement: HTMLElement;
  validate: (value: string) => string | undefined;
  error?: string | undefined;
};

type Options = {
  /** Sign-in domains, once loaded. */
  domains: Promise<readonly Domain[]>;
  sessionLost: boolean;
  onSignedIn: (outcome: 'signedIn' | 'mustChange') => void;
};

/** Enhances the sign-in form of the static page, keeping what was already typed. */
export function initLoginForm(form: HTMLFormElement, { domains, sessionLost: timedOut, onSignedIn }: Options): void {
  const { passwordSpaces } = runtimeConfiguration();
  const name = createField(form, 'username', validateUserName);
  const password = createField(form, 'password', passwordSpaces ? validateRequired : validatePassword);
  const fields = [name, password];
  const button = requiredElement<HTMLButtonElement>('[type=submit]', form);
  let notice = timedOut ? (): Notice => ({ text: t('sessions.login.timeout') }) : undefined;
  let busy = false;

  const render = () => {
    for (const field of fields) renderField(field);
    renderNotice(requiredElement('.notice', form), notice?.());
    button.setAttribute('aria-busy', String(busy));
    document.title = t('sessions.login.title');
  };

  /** Leaves out the blanks that a pasted name brings along. */
  function trimName(): void {
    const trimmed = name.input.value.trim();
    if (trimmed !== name.input.value) name.input.value = trimmed;
  }

  async function submit(): Promise<void> {
    trimName();
    for (const field of fields) field.error = field.validate(field.input.value);
    const invalidField = fields.find(({ error }) => error);
    busy = !invalidField;
    if (busy) notice = undefined;
    render();
    if (invalidField) return invalidField.input.focus();
    try {
      const fullName = nameWithDomain(
        name.input.value,
        requiredElement<HTMLSelectElement>('#domain', form).value,
        await domains,
      );
      return onSignedIn(await signIn(fullName, password.input.value));
    } catch (error) {
      notice = () => noticeForError(error);
      password.input.select();
    }
    busy = false;
    return render();
  }

  name.input.addEventListener('blur', trimName);
  for (const field of fields) {
    if (field === name || !passwordSpaces) field.input.addEventListener('keydown', ignoreSpace);
    field.input.addEventListener('blur', () => {
      const { value } = field.input;
      field.error = value ? field.validate(value) : undefined;
      renderField(field);
    });
  }
  requiredElement('.eye', form).addEventListener('click', () =>
    togglePassword(requiredElement('.eye', form), password.input),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!busy) void submit();
  });
  onLanguageChange(render);
  render();
  void domains.then((loadedDomains) => fillDomains(requiredElement<HTMLSelectElement>('#domain', form), loadedDomains));
  if (window.prefetched?.sent) void submit();
}

function createField(form: HTMLFormElement, id: string, validate: Field['validate']): Field {
  return {
    input: requiredElement<HTMLInputElement>(`#${id}`, form),
    errorElement: requiredElement(`#${id}-error`, form),
    validate,
  };
}

function renderField({ input, errorElement, error }: Field): void {
  requiredElement('span', errorElement).textContent = error ? errorMessage(error) : '';
  Object.assign(errorElement, { hidden: !error });
  input.setAttribute('aria-invalid', String(Boolean(error)));
  if (error) input.setAttribute('aria-describedby', errorElement.id);
  else input.removeAttribute('aria-describedby');
}

function renderNotice(box: HTMLElement, notice: Notice | undefined): void {
  requiredElement('p', box).textContent = notice?.text ?? '';
  box.toggleAttribute('data-red', notice?.red ?? false);
  Object.assign(box, { hidden: !notice });
}

function fillDomains(select: HTMLSelectElement, domains: readonly Domain[]): void {
  for (const { domainName, isDefault } of domains) {
    const option = document.createElement('option');
    Object.assign(option, { value: domainName, textContent: `@${domainName}` });
    select.append(option);
    if (isDefault) Object.assign(select, { value: domainName });
  }
  Object.assign(requiredElement('.field:has(#domain)', select.form ?? document), { hidden: domains.length === 0 });
}

function togglePassword(button: HTMLElement, input: HTMLInputElement): void {
  const isVisible = input.type === 'password';
  Object.assign(input, { type: isVisible ? 'text' : 'password' });
  button.setAttribute('aria-pressed', String(isVisible));
}

const validateUserName = (name: string) => UserName.safeParse(name).error?.issues[0]?.message;

const validateRequired = (password: string) => (password ? undefined : 'field.required');

const validatePassword = (password: string) =>
  validateRequired(password) ?? (/\s/.test(password) ? 'field.spaces' : undefined);

/** User name with domain; a typed domain of this portal takes precedence over the selected one. */
function nameWithDomain(name: string, domain: string, domains: readonly Domain[]): string {
  const includesDomain = domains.some(({ domainName }) => name.toLowerCase().endsWith(`@${domainName.toLowerCase()}`));
  return domain && !includesDomain ? `${name}@${domain}` : name;
}

/** Notice for a failed sign-in: three codes in red, all others in grey, never empty. */
function noticeForError(error: unknown): Notice {
  const { code, message, status } = error instanceof ApiError ? error : new ApiError(0);
  const serverText = /Message:(.*)$/s.exec(message)?.[1]?.trim();
  if (serverText && serverText !== 'undefined')
    return { text: errorMessage(code, serverText), red: isHighlighted(code, serverText) };
  if (code !== 'unknown') return { text: errorMessage(code) };
  if (status === 0) return { text: t('sessions.login.unreachable') };
  return { text: t(status >= 500 ? 'sessions.login.serverError' : 'sessions.login.invalid') };
}

const highlightedCodes = ['signIn.locked', 'signIn.wrong', 'signIn.notAllowed'] as const;

const isHighlighted = (code: string, serverText: string) =>
  highlightedCodes.some((red) => red === code || errors[red].text.endsWith(`Message:${serverText}`));
