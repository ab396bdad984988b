import { Progress } from '@mantine/core';
import '@mantine/core/styles/Progress.layer.css';

type Segment = { key: string; share: number; tone: keyof typeof tones };

const tones = {
  main: 'var(--chart-1)',
  soft: 'var(--primary-line)',
  rest: 'var(--chart-rest)',
  error: 'var(--error-solid)',
};

export function ProgressBar({ label, done, total }: { label: string; done: number; total: number }) {
  const percent = total > 0 ? Math.min(100, Math.round((done / total) * 100)) : 0;
  return <Progress radius="xl" bg="var(--pressed)" color={tones.main} value={percent} aria-label={label} />;
}

/** Bar of proportional segments; unlike in Mantine's, their shares need no sum of 100 and a very small one stays visible. */
export function SegmentedBar({ segments }: { segments: readonly Segment[] }) {
  const shown = segments.filter(({ share }) => share > 0);
  const total = shown.reduce((sum, { share }) => sum + share, 0);
  return (
    <Progress.Root radius="xl" bg="var(--pressed)" aria-hidden>
      {shown.map(({ key, share, tone }, index) => (
        <Progress.Section
          key={key}
          withAria={false}
          value={(share / total) * 100}
          color={tones[tone]}
          miw={tone === 'error' || tone === 'soft' ? 6 : 0}
          ms={index > 0 ? 2 : 0}
        />
      ))}
    </Progress.Root>
  );
}
