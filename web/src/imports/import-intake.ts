import { headBytes, type ImportHead, importLimits } from '@storeward/contract/imports';
import { useState } from 'react';
import { ApiError, call } from '../platform/api.ts';
import { useNavigateTo } from '../ui/link.tsx';
import type { ImportSubject } from './import-subject.ts';
import { useUpload } from './queries.ts';
import type { Sheet } from '../platform/workbook-sheet.ts';

/** How far a file has come that somebody brings in: chosen, read, of one sheet, and with columns that are understood. */
export type IntakeStep =
  | { readonly at: 'file' }
  | { readonly at: 'busy' }
  | { readonly at: 'sheet'; readonly name: string; readonly sheets: readonly Sheet[] }
  | { readonly at: 'columns'; readonly file: File; readonly head: ImportHead; readonly busy: boolean };

/** Takes a file in, step by step, and leads to its check; says what is wrong with it. */
export function useIntake(subject: ImportSubject) {
  const navigate = useNavigateTo();
  const upload = useUpload(subject);
  const [step, setStep] = useState<IntakeStep>({ at: 'file' });
  const [fault, setFault] = useState<Error>();

  async function go(work: () => Promise<IntakeStep>, { meanwhile, back }: { meanwhile: IntakeStep; back: IntakeStep }) {
    setFault(undefined);
    setStep(meanwhile);
    try {
      setStep(await work());
    } catch (error) {
      setFault(error as Error);
      setStep(back);
    }
  }
  const anew = { meanwhile: { at: 'busy' }, back: { at: 'file' } } as const;

  async function checked(file: File, columns?: readonly string[]): Promise<IntakeStep> {
    const { id } = await upload.mutateAsync({ file, columns });
    navigate(`${subject.address}/${id}`);
    return { at: 'busy' };
  }

  /** A file whose columns are all ours is taken as it is; for any other somebody says which is which. */
  async function understood(file: File): Promise<IntakeStep> {
    const beginning = new File([file.slice(0, headBytes)], file.name, { type: 'text/csv' });
    const head = await call(subject.doors.head, { file: beginning }, { quiet: 'logged' });
    return head.source === 'known' ? checked(file) : { at: 'columns', file, head, busy: false };
  }

  async function read(file: File): Promise<IntakeStep> {
    if (file.size > importLimits.bytes) throw new ApiError(413, { messageCode: 'import.tooLarge' });
    if (!(await isPacked(file))) return understood(file);
    const { csvOf, sheetsOf } = await import('../platform/workbook-file.ts');
    const sheets = await sheetsOf(file);
    const [sheet] = sheets;
    if (!sheet) throw new ApiError(400, { messageCode: 'import.empty' });
    return sheets.length > 1 ? { at: 'sheet', name: file.name, sheets } : understood(csvOf(sheet, file.name));
  }

  return {
    step,
    fault,
    choose: (file: File) => void go(() => read(file), anew),
    chooseSheet: (sheet: Sheet, name: string) =>
      void go(async () => {
        const { csvOf } = await import('../platform/workbook-file.ts');
        return understood(csvOf(sheet, name));
      }, anew),
    map: (file: File, head: ImportHead, columns: readonly string[]) => {
      const back: IntakeStep = { at: 'columns', file, head: { ...head, mapping: [...columns] }, busy: false };
      void go(() => checked(file, columns), { meanwhile: { ...back, busy: true }, back });
    },
    leave: () => {
      setFault(undefined);
      setStep({ at: 'file' });
    },
  };
}

/** Workbooks are archives, and begin like every archive. */
async function isPacked(file: Blob): Promise<boolean> {
  const signs = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  return [0x50, 0x4b, 0x03, 0x04].every((sign, at) => signs[at] === sign);
}
