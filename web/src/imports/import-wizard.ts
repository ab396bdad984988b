import {
  columnKey,
  headerBytes,
  type ImportColumn,
  type ImportHeader,
  importLimits,
} from '@storeward/contract/imports';
import { useState } from 'react';
import { ApiError, call } from '../platform/api/api.ts';
import { useNavigateTo } from '../ui/page/link.tsx';
import { type ColumnChoices, mappedNames, missingForNew } from './import-constant.ts';
import type { ImportSubject } from './import-subject.ts';
import { useUpload } from './queries.ts';
import type { Sheet } from '../platform/workbook/workbook-sheet.ts';

/** What is hidden of a sheet. */
export type HiddenParts = {
  readonly rowCount: number;
  readonly hiddenCount: number;
  readonly columns: readonly string[];
};

/** State of the import wizard: choosing a file, reading it, choosing a sheet and what of it, or matching the columns. */
export type WizardStep =
  | { readonly kind: 'file' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'sheet'; readonly name: string; readonly sheets: readonly Sheet[] }
  | { readonly kind: 'hidden'; readonly name: string; readonly sheet: Sheet; readonly hidden: HiddenParts }
  | {
      readonly kind: 'columns';
      readonly subject: ImportSubject;
      readonly file: File;
      readonly head: ImportHeader;
      readonly busy: boolean;
    };

/** The import wizard: reads a file, asks for sheet and columns if needed, uploads it and opens its check. */
export function useImportWizard(subject: ImportSubject) {
  const navigate = useNavigateTo();
  const upload = useUpload(subject);
  const uploadAlternative = useUpload(subject.alternative ?? subject);
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

  async function startCheck(target: ImportSubject, file: File, choices?: ColumnChoices): Promise<WizardStep> {
    const { mutateAsync } = target === subject.alternative ? uploadAlternative : upload;
    const { id } = await mutateAsync({ file, choices });
    navigate(`${target.address}/${id}`);
    return { kind: 'busy' };
  }

  /** Whether columns are missing whose values the user can set for all rows, or count on from a first one. */
  const mayComplete = ({ columns, constantInput }: ImportSubject, { mapping, constants }: ImportHeader) =>
    constantInput !== undefined &&
    columns.every((column) => isGiven(column, mapping) || column.numbered) &&
    (columns.some((column) => !isGiven(column, mapping)) || missingForNew(columns, { mapping, constants }).length > 0);

  /** Uploads a file if the server knows all its columns; otherwise the user has to match them. */
  async function readHead(file: File, target: ImportSubject = subject): Promise<WizardStep> {
    const firstBytes = new File([file.slice(0, headerBytes)], file.name, { type: 'text/csv' });
    const head = await call(target.endpoints.head, { file: firstBytes }, { quiet: 'logged' });
    const { alternative } = target;
    if (alternative && hasRequiredColumns(alternative, head)) return readHead(file, alternative);
    return head.source === 'known' && !mayComplete(target, head)
      ? startCheck(target, file)
      : { kind: 'columns', subject: target, file, head, busy: false };
  }

  async function readFile(file: File): Promise<WizardStep> {
    if (file.size > importLimits.bytes) throw new ApiError(413, { messageCode: 'import.tooLarge' });
    if (await beginsWith(file, compoundFile)) throw await compoundFileError(file);
    if (!(await beginsWith(file, zipArchive))) return readHead(file);
    const { readSheets } = await import('../platform/workbook/workbook-reader.ts');
    const sheets = await readSheets(file);
    const [sheet] = sheets;
    if (!sheet) throw new ApiError(400, { messageCode: 'import.empty' });
    return sheets.length > 1 ? { kind: 'sheet', name: file.name, sheets } : readSheet(sheet, file.name);
  }

  /** Asks what to read if rows or columns of a sheet are hidden. */
  async function readSheet(sheet: Sheet, name: string): Promise<WizardStep> {
    const { hiddenParts, sheetToCsv } = await import('../platform/workbook/workbook-reader.ts');
    const hidden = hiddenParts(sheet);
    return hidden.hiddenCount > 0 || hidden.columns.length > 0
      ? { kind: 'hidden', name, sheet, hidden }
      : readHead(sheetToCsv(sheet, name));
  }

  return {
    step,
    error,
    choose: (file: File) => void runStep(() => readFile(file), fromStart),
    chooseSheet: (sheet: Sheet, name: string) => void runStep(() => readSheet(sheet, name), fromStart),
    chooseParts: ({ sheet, name }: Extract<WizardStep, { kind: 'hidden' }>, onlyVisible: boolean) =>
      void runStep(async () => {
        const { sheetToCsv } = await import('../platform/workbook/workbook-reader.ts');
        return readHead(sheetToCsv(sheet, name, { onlyVisible }));
      }, fromStart),
    map: ({ subject: target, file, head }: Extract<WizardStep, { kind: 'columns' }>, choices: ColumnChoices) => {
      const fallbackStep: WizardStep = {
        kind: 'columns',
        subject: target,
        file,
        head: { ...head, ...choices },
        busy: false,
      };
      void runStep(() => startCheck(target, file, choices), {
        pendingStep: { ...fallbackStep, busy: true },
        fallbackStep,
      });
    },
    reset: () => {
      setError(undefined);
      setStep({ kind: 'file' });
    },
  };
}

const isGiven = ({ name, required }: ImportColumn, mapping: readonly string[]) =>
  !required || mappedNames(mapping).includes(name);

/** Whether a file has all columns that the subject requires, by their own names. */
function hasRequiredColumns({ columns }: ImportSubject, head: ImportHeader): boolean {
  const keys = new Set(head.columns.map((column) => columnKey(column.trim())));
  return columns.every(({ name, required }) => !required || keys.has(columnKey(name)));
}

/** Whether a file is a ZIP archive (an XLSX workbook), by its first four bytes. */
const zipArchive = [0x50, 0x4b, 0x03, 0x04];
/** The container of old workbooks and of encrypted new ones. */
const compoundFile = [0xd0, 0xcf, 0x11, 0xe0];

async function beginsWith(file: Blob, signature: readonly number[]): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, signature.length).arrayBuffer());
  return signature.every((byte, index) => bytes[index] === byte);
}

/** An encrypted workbook names its content so; the names of a container are in UTF-16. */
async function compoundFileError(file: Blob): Promise<ApiError> {
  const text = new TextDecoder('utf-16le').decode(await file.arrayBuffer());
  const isEncrypted = text.includes('EncryptedPackage');
  return new ApiError(400, { messageCode: isEncrypted ? 'import.workbookProtected' : 'import.workbookOld' });
}
