import { headerBytes, type ImportHeader, importLimits } from '@storeward/contract/imports';
import { useState } from 'react';
import { ApiError, call } from '../platform/api.ts';
import { useNavigateTo } from '../ui/link.tsx';
import { type ColumnChoices, missingForNew } from './import-constant.ts';
import type { ImportSubject } from './import-subject.ts';
import { useUpload } from './queries.ts';
import type { Sheet } from '../platform/workbook-sheet.ts';

/** State of the import wizard: choosing a file, reading it, choosing a sheet, or matching the columns. */
export type WizardStep =
  | { readonly kind: 'file' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'sheet'; readonly name: string; readonly sheets: readonly Sheet[] }
  | { readonly kind: 'columns'; readonly file: File; readonly head: ImportHeader; readonly busy: boolean };

/** The import wizard: reads a file, asks for sheet and columns if needed, uploads it and opens its check. */
export function useImportWizard(subject: ImportSubject) {
  const navigate = useNavigateTo();
  const upload = useUpload(subject);
  const [step, setStep] = useState<WizardStep>({ kind: 'file' });
  const [error, setError] = useState<Error>();

  async function runStep(
    work: () => Promise<WizardStep>,
    { pendingStep, fallbackStep }: { pendingStep: WizardStep; fallbackStep: WizardStep },
  ) {
    setError(undefined);
    setStep(pendingStep);
    try {
      setStep(await work());
    } catch (error) {
      setError(error as Error);
      setStep(fallbackStep);
    }
  }
  const fromStart = { pendingStep: { kind: 'busy' }, fallbackStep: { kind: 'file' } } as const;

  async function startCheck(file: File, choices?: ColumnChoices): Promise<WizardStep> {
    const { id } = await upload.mutateAsync({ file, choices });
    navigate(`${subject.address}/${id}`);
    return { kind: 'busy' };
  }

  /** Whether columns of new rows are missing that the user can set for all rows. */
  const mayComplete = ({ mapping, constants }: ImportHeader) =>
    subject.constantInput !== undefined &&
    subject.columns.every(({ name, required }) => !required || mapping.includes(name)) &&
    missingForNew(subject.columns, { mapping, constants }).length > 0;

  /** Uploads a file if the server knows all its columns; otherwise the user has to match them. */
  async function readHead(file: File): Promise<WizardStep> {
    const firstBytes = new File([file.slice(0, headerBytes)], file.name, { type: 'text/csv' });
    const head = await call(subject.endpoints.head, { file: firstBytes }, { quiet: 'logged' });
    return head.source === 'known' && !mayComplete(head)
      ? startCheck(file)
      : { kind: 'columns', file, head, busy: false };
  }

  async function readFile(file: File): Promise<WizardStep> {
    if (file.size > importLimits.bytes) throw new ApiError(413, { messageCode: 'import.tooLarge' });
    if (!(await isZipArchive(file))) return readHead(file);
    const { sheetToCsv, readSheets } = await import('../platform/workbook-reader.ts');
    const sheets = await readSheets(file);
    const [sheet] = sheets;
    if (!sheet) throw new ApiError(400, { messageCode: 'import.empty' });
    return sheets.length > 1 ? { kind: 'sheet', name: file.name, sheets } : readHead(sheetToCsv(sheet, file.name));
  }

  return {
    step,
    error,
    choose: (file: File) => void runStep(() => readFile(file), fromStart),
    chooseSheet: (sheet: Sheet, name: string) =>
      void runStep(async () => {
        const { sheetToCsv } = await import('../platform/workbook-reader.ts');
        return readHead(sheetToCsv(sheet, name));
      }, fromStart),
    map: (file: File, head: ImportHeader, choices: ColumnChoices) => {
      const fallbackStep: WizardStep = { kind: 'columns', file, head: { ...head, ...choices }, busy: false };
      void runStep(() => startCheck(file, choices), { pendingStep: { ...fallbackStep, busy: true }, fallbackStep });
    },
    reset: () => {
      setError(undefined);
      setStep({ kind: 'file' });
    },
  };
}

/** Whether a file is a ZIP archive (an XLSX workbook), by its first four bytes. */
async function isZipArchive(file: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  return [0x50, 0x4b, 0x03, 0x04].every((byte, index) => bytes[index] === byte);
}
