/** @jsxRuntime automatic */
import type { ReleaseView, Status } from '@portal/releases';
import { textOf } from '../commands/records';
import type { ReleaseContext } from '../../portal/releases/changes';
import { readReleases } from '../../portal/releases/release-store';
import { readRelease } from '../../portal/releases/status';
import { Field, FormBehind } from './form';
import { Table } from './table';

type Hours = ReleaseView['hours'][string];

const countText = ({ shown, failed }: { shown: number; failed: number }): string =>
  `${failed} of ${shown + failed} pages failed`;

const HOURS = 48;
const HOUR_PX = 8;
const PLOT_PX = 40;

/** A bar for each hour with reports: its height is the share of pages that failed. */
const Plot = ({ version, hours }: { version: string; hours: Hours }) => {
  const bars = Object.entries(hours);
  const label = `Failures of ${version} by hour`;
  return (
    <>
      <p className="faint">{label}</p>
      <svg role="img" aria-label={label} viewBox={`0 0 ${HOURS * HOUR_PX} ${PLOT_PX}`}>
        {bars.map(([hour, counted], index) => {
          const height = Math.max(2, (counted.failed / (counted.shown + counted.failed || 1)) * PLOT_PX);
          const place = { x: index * HOUR_PX, y: PLOT_PX - height, width: HOUR_PX - 2, height };
          return (
            <rect key={hour} {...place} fill="currentColor">
              <title>{`${textOf(hour)}: ${countText(counted)}`}</title>
            </rect>
          );
        })}
      </svg>
    </>
  );
};

const rowOf = (
  served: string,
  { version, since, who, why, health, problem }: NonNullable<Status['live']>,
) => {
  const failures = health && countText(health);
  return { served, version, since, who, why, failures, problem };
};

const Served = ({ name, live, canary, previous }: Status) => {
  const rows = [
    ...(live ? [rowOf('Live', live)] : []),
    ...(canary ? [rowOf(`Canary, ${canary.percent}%`, canary)] : []),
  ];
  return (
    <>
      <Table caption={`Versions of ${name}`} rows={rows} />
      {previous !== null && <p>{`Previous: ${previous}`}</p>}
    </>
  );
};

const Failures = ({ name, failures }: { name: string } & Pick<ReleaseView, 'failures'>) => (
  <Table
    caption={`Failures of ${name} in browsers`}
    rows={failures.map(({ stack, ...failure }) => ({
      ...failure,
      at: stack.map(({ file, line, column }) => `${file}:${line}:${column}`),
    }))}
  />
);

const Changes = ({ status: { name, live, canary, previous }, versions }: ReleaseView) => {
  const published = versions.map(({ version }) => version);
  const form = { given: { name }, on: name, group: `${name} changes` };
  const version = (chosen: string | undefined) => (
    <Field label="Version" name="version" options={published} defaultValue={chosen} />
  );
  const why = <Field label="Why" name="why" />;
  return (
    <div className="actions">
      <FormBehind {...form} does="releases/promote" submit="Promote">
        {version(canary?.version ?? live?.version)}
        {why}
      </FormBehind>
      <FormBehind {...form} does="releases/canary" submit="Canary">
        {version(canary?.version ?? published[0])}
        <Field label="Percent" name="percent" type="number" defaultValue={canary?.percent ?? 10} required />
        {why}
      </FormBehind>
      {canary && (
        <FormBehind {...form} does="releases/stop-canary" submit="Stop canary">
          {why}
        </FormBehind>
      )}
      {live && (
        <FormBehind {...form} does="releases/rollback" submit="Roll back">
          <Field
            label="To version"
            name="to"
            options={published.filter((one) => one !== live.version)}
            defaultValue={previous ?? undefined}
          />
          {why}
        </FormBehind>
      )}
    </div>
  );
};

const ReleaseCard = (release: ReleaseView) => {
  const { status, hours, failures } = release;
  const { name, live, canary, intervention } = status;
  return (
    <section className="card" aria-labelledby={`release-${name}`}>
      <h2 id={`release-${name}`}>{name}</h2>
      {intervention && (
        <p className="bad">{`The portal went back ${textOf(intervention.at)}: ${intervention.why}`}</p>
      )}
      <Served {...status} />
      {[live, canary].map((served) => {
        const ofVersion = served && hours[served.version];
        return ofVersion && <Plot key={served.version} version={served.version} hours={ofVersion} />;
      })}
      {failures.length > 0 && <Failures name={name} failures={failures} />}
      <Changes {...release} />
    </section>
  );
};

/** Every release, with its health and the changes to it. */
export const showReleases = async (context: ReleaseContext) => {
  const releases = await readReleases(context.database);
  if (releases.length === 0) return <p>Nothing is published yet.</p>;
  const shown = await Promise.all(releases.map(({ name }) => readRelease(context, { name })));
  return shown.map((release) => <ReleaseCard key={release.status.name} {...release} />);
};
