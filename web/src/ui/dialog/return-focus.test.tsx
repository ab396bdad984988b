import { Button, Menu } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { render } from '../../../test/render.tsx';
import { Drawer } from './drawer.tsx';
import { Modal } from './modal.tsx';

const focusedText = () => document.activeElement?.textContent;

function Page({ isMounted = false }: { isMounted?: boolean }) {
  const [opened, setOpened] = useState(false);
  const [isGone, setGone] = useState(false);
  const close = () => setOpened(false);
  return (
    <main id="content" tabIndex={-1}>
      {!isGone && <Button onClick={() => setOpened(true)}>Row</Button>}
      <Menu>
        <Menu.Target>
          <Button>Actions</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setOpened(true)}>Delete</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {(isMounted || opened) && (
        <Modal opened={opened} onClose={close} title="Question" withCloseButton={false}>
          <Button onClick={close}>No</Button>
          <Button
            onClick={() => {
              setGone(true);
              close();
            }}
          >
            Yes
          </Button>
        </Modal>
      )}
    </main>
  );
}

const click = async (user: ReturnType<typeof render>['user'], role: 'button' | 'menuitem', name: string) =>
  user.click(await screen.findByRole(role, { name }));

for (const [kind, isMounted] of [
  ['closed', true],
  ['removed while it is open', false],
] as const) {
  test(`the focus returns to what opened a dialog that is ${kind}`, async () => {
    const { user } = render(<Page isMounted={isMounted} />);
    await click(user, 'button', 'Row');
    await click(user, 'button', 'No');
    await waitFor(() => expect(focusedText()).toBe('Row'));
  });

  test(`the focus returns to the control of the menu whose item opened a dialog that is ${kind}`, async () => {
    const { user } = render(<Page isMounted={isMounted} />);
    await click(user, 'button', 'Actions');
    await click(user, 'menuitem', 'Delete');
    await click(user, 'button', 'No');
    await waitFor(() => expect(focusedText()).toBe('Actions'));
  });

  test(`the focus goes to the content of the page if what opened a dialog that is ${kind} is gone`, async () => {
    const { user } = render(<Page isMounted={isMounted} />);
    await click(user, 'button', 'Row');
    await click(user, 'button', 'Yes');
    await waitFor(() => expect(document.activeElement?.id).toBe('content'));
  });
}

test('the focus returns from a dialog in a dialog to the outer one if its opener is gone', async () => {
  function Drawers() {
    const [step, setStep] = useState(0);
    return (
      <Drawer opened onClose={() => undefined} title="History" withCloseButton={false}>
        {step < 2 && <Button onClick={() => setStep(1)}>Restore</Button>}
        <Modal opened={step === 1} onClose={() => undefined} title="Question" withCloseButton={false}>
          <Button onClick={() => setStep(2)}>Yes</Button>
        </Modal>
      </Drawer>
    );
  }
  const { user } = render(<Drawers />);
  await click(user, 'button', 'Restore');
  await click(user, 'button', 'Yes');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('dialog', { name: 'History' })));
});
