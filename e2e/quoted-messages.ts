/** A message whose wording is fixed: its text as read on screen, where it is shown, and the test that sees it. */
export type QuotedMessage = {
  readonly text: string;
  readonly shown: string;
  /** `path/to/file > title of the test`. */
  readonly seenBy: string;
};

const badgeTest =
  'e2e/sku-selection.spec.ts > a badge takes at most two SKUs, one of them as VAT, and images of the right size and shape, and is stored with the node';
const mediaTest =
  'e2e/engage.spec.ts > media of Engage are checked before they are sent, uploaded with progress, retried, continued and played';
const recoveryTest =
  'e2e/recovery.spec.ts > a user who forgot the password receives a link by mail, chooses a new one and signs in with it';
const formTest = 'e2e/form-messages.spec.ts > the form “${name}” shows its quoted messages under their fields';

/** The messages of forms, each under the field whose rule is broken. */
export const formMessages = [
  'Passwords must contain at least six characters',
  'Confirm password should be same as of password entered',
  'Email is mandatory field',
  'Please enter a valid email address',
  'Invalid character used',
  'Maximum 30 characters allowed for report button',
  'Enter atleast 5 characters',
  'Enter Valid IPaddress',
  'Folder name is mandatory field',
  'Version URL is mandatory field',
  'Please upload image with width larger than 600px',
  'Please enter duration',
  'Please choose Media',
  'Please Select atleast one Image',
  'max length for prefix is 5',
] as const;
export type FormMessage = (typeof formMessages)[number];

export const quotedMessages: readonly QuotedMessage[] = [
  {
    text: 'Invalid credentials. Please check and try again.',
    shown: 'sign-in page, after a failure without a reason',
    seenBy: 'e2e/sign-in.spec.ts > any other server error is shown in grey and cleared after sign-in',
  },
  {
    text: 'User Lock! Please contact Administrator',
    shown: 'sign-in page, in red',
    seenBy: 'e2e/user-status.spec.ts > a user locked by failed sign-ins is marked in the list and unlocked from there',
  },
  {
    text: 'Incorrect username or password.',
    shown: 'sign-in page, in red',
    seenBy: 'e2e/sign-in.spec.ts > a wrong password is rejected in red without leaving the page',
  },
  {
    text: 'You are not allowed to logged in, please contact system admin',
    shown: 'sign-in page, in red',
    seenBy: 'e2e/user-status.spec.ts > a disabled user is signed out at once, and can sign in again when enabled',
  },
  {
    text: 'A password reset link has been generated and sent to your registered email. Please contact your administrator if you do not receive it.',
    shown: 'recovery by e-mail, after success',
    seenBy: recoveryTest,
  },
  {
    text: 'Please select an API',
    shown: 'choice of the API of the sales export',
    seenBy:
      'e2e/sales-export.spec.ts > the API of a sales export is that of the provider of its location, and is selected in a dialog',
  },
  {
    text: 'Sub Store Group store manager dashboard',
    shown: 'title of the dashboard',
    // oxlint-disable-next-line no-template-curly-in-string -- the title as its file states it
    seenBy: 'e2e/sign-in.spec.ts > ${user} signs in on ${portal} and lands on the ${dashboardTitle}',
  },
  {
    text: 'Entered email ID does not exist or is invalid, retry or contact the administrator',
    shown: 'recovery by e-mail',
    seenBy: recoveryTest,
  },
  {
    text: 'Your password has been changed successfully. You can now log in with your new password.',
    shown: 'page of the reset link',
    seenBy: recoveryTest,
  },
  {
    text: 'Reset the password first to access the portal.',
    shown: 'page for a first password, as a warning',
    seenBy:
      'e2e/forced-reset.spec.ts > a user with a password set by somebody else must choose a new one before any screen opens',
  },
  {
    text: 'Password is successfully updated',
    shown: 'profile, as a notice',
    seenBy:
      'e2e/profile.spec.ts > the password is changed with the current one, and a wrong one shows the server’s text',
  },
  {
    text: 'Error uploading profile picture',
    shown: 'profile',
    seenBy:
      'e2e/profile.spec.ts > a failed image upload shows an error, and a file that is not an image is not uploaded',
  },
  {
    text: 'You have been Idle!',
    shown: 'idle warning, as its title',
    seenBy:
      'e2e/idle.spec.ts > after forty minutes a warning counts down; a mouse movement closes it and the session continues',
  },
  {
    text: 'You will time out in',
    shown: 'idle warning, with minutes and seconds',
    seenBy:
      'e2e/idle.spec.ts > after forty minutes a warning counts down; a mouse movement closes it and the session continues',
  },
  {
    text: 'Session Timeout',
    shown: 'sign-in page, after a lost session',
    seenBy: 'e2e/api-failures.spec.ts > status ${status} on several requests at once ends the session once',
  },
  {
    text: 'Please add image of size below 6MB',
    shown: 'profile, under the picture',
    seenBy:
      'e2e/profile.spec.ts > a failed image upload shows an error, and a file that is not an image is not uploaded',
  },
  { text: 'Please add video of size below 50MB', shown: 'media of Engage, under the file', seenBy: mediaTest },
  { text: 'Invalid file format', shown: 'media of Engage, under the file', seenBy: mediaTest },
  { text: 'File Uploaded Successfully', shown: 'media of Engage, as a notice', seenBy: mediaTest },
  { text: 'File upload failed', shown: 'media of Engage, under the file', seenBy: mediaTest },
  {
    text: 'Reason ID already exists',
    shown: 'reasons, under the ID of the row',
    seenBy:
      'e2e/module-lists.spec.ts > payment options, reasons and the customer hub offer their complete lists, and are kept and read by tills',
  },
  {
    text: 'Duplicate: Device already exists',
    shown: 'device dialog, under the serial number',
    seenBy:
      'e2e/devices.spec.ts > devices of a store are added without duplicates, with valid addresses, and paired by a code that works once',
  },
  { text: 'Note : Maximum 2 SKUs can be selected', shown: 'badge dialog', seenBy: badgeTest },
  { text: 'Note : Please select at least one SKU as VAT', shown: 'badge dialog', seenBy: badgeTest },
  { text: 'Image size should be below 6MB', shown: 'badge dialog', seenBy: badgeTest },
  { text: 'Image ratio 3:4 allowed', shown: 'badge dialog', seenBy: badgeTest },
  {
    text: 'Name SKU and Number SKU both are mandatory to select',
    shown: 'name and number dialog, in red',
    seenBy:
      'e2e/sku-selection.spec.ts > name and number are chosen together, by SKU or words of the name, or only the one that the entry needs',
  },
  {
    text: 'Dashboard is coming soon....',
    shown: 'dashboard',
    seenBy: 'web/src/dashboard/dashboard-page.test.tsx > shows the header %s for %j',
  },
  {
    text: 'TRANSLATION MISSING: ',
    shown: 'anywhere, in place of a phrase that does not exist',
    seenBy: 'web/src/platform/text/i18n.test.ts > shows the key of a missing phrase',
  },
  {
    text: 'User List',
    shown: 'user list, as the header of the page',
    seenBy: 'e2e/shell.spec.ts > each screen has its own title',
  },
  {
    text: 'Success',
    shown: 'title of a notice',
    seenBy: 'e2e/api-failures.spec.ts > a failed update of a user shows no notice, is logged, and can be saved again',
  },
  {
    text: 'Error',
    shown: 'title of a notice',
    seenBy: 'e2e/api-failures.spec.ts > a second failure shows one notice with the server’s text and its name',
  },
  {
    text: 'Warning',
    shown: 'title of a notice',
    seenBy:
      'e2e/forced-reset.spec.ts > a user with a password set by somebody else must choose a new one before any screen opens',
  },
  {
    text: 'Info',
    shown: 'title of a notice',
    seenBy:
      'e2e/user-edit.spec.ts > different fields of a user edited by two people are both saved, and the second sees the change of the first',
  },
  ...formMessages.map((text) => ({ text, shown: 'under its field', seenBy: formTest })),
];
