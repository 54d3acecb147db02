/** @jsxRuntime automatic */
import { releaseAnswers, type ReleaseCall, type ReleaseView, type Status } from '@portal/releases';
import * as v from 'valibot';
import { textOf } from '../commands/records';
import { readRelease, readStatuses } from '../releases/status';
import { Choice, Field, FormBehind } from './form';
import type { Operator, OperatorWork } from './operator-work';
import type { OperatorPage } from './page';
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
  const total = { shown: 0, failed: 0 };
  for (const [, { shown, failed }] of bars) {
    total.shown += shown;
    total.failed += failed;
  }
  const label = `Failures of ${version} by hour: ${countText(total)}`;
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

const servedRow = (role: string, served: Status['live']) =>
  served && {
    served: role,
    version: served.version,
    since: served.since,
    who: served.who,
    why: served.why,
    health: served.health ? countText(served.health) : null,
    problem: served.problem,
  };

const Served = ({ name, live, canary, previous }: Status) => {
  const rows = [
    servedRow('Live', live),
    servedRow(`Canary, ${canary?.percent}%`, canary),
    previous === null
      ? null
      : {
          served: 'Previous',
          version: previous,
          since: null,
          who: null,
          why: null,
          health: null,
          problem: null,
        },
  ];
  return <Table caption={`Versions of ${name}`} rows={rows.filter((row) => row !== null)} />;
};

const Failures = ({ name, failures }: { name: string } & Pick<ReleaseView, 'failures'>) => (
  <Table
    caption={`Failures of ${name} in browsers`}
    rows={failures.map(({ version, count, cause, message, stack, browsers, last }) => ({
      version,
      count,
      cause,
      message,
      at: stack.map(({ source, line, column }) => `${source}:${line}:${column}`),
      browsers,
      last,
    }))}
  />
);

const Changes = ({ status: { name, live, canary, previous }, versions }: ReleaseView) => {
  const published = versions.map(({ version }) => version);
  const form = { given: { name }, on: name, group: `${name} changes` };
  const version = (chosen: string | null | undefined, among = published) => (
    <Choice label="Version" name="version" options={among} chosen={chosen ?? undefined} />
  );
  const why = <Field label="Why" name="why" />;
  return (
    <div className="actions">
      <FormBehind {...form} action="/actions/releases/promote" submit="Promote">
        {version(canary?.version ?? live?.version)}
        {why}
      </FormBehind>
      <FormBehind {...form} action="/actions/releases/canary" submit="Canary">
        {version(canary?.version ?? published[0])}
        <Field label="Percent" name="percent" type="number" defaultValue={canary?.percent ?? 10} required />
        {why}
      </FormBehind>
      {canary && (
        <FormBehind {...form} action="/actions/releases/stop-canary" submit="Stop canary">
          {why}
        </FormBehind>
      )}
      {live && (
        <FormBehind {...form} action="/actions/releases/rollback" submit="Roll back">
          <Choice
            label="To version"
            name="to"
            options={published.filter((one) => one !== live.version)}
            chosen={previous ?? undefined}
          />
          {why}
        </FormBehind>
      )}
    </div>
  );
};

const ReleaseCard = (release: ReleaseView) => {
  const { status } = release;
  const { name, live, canary, intervention } = status;
  return (
    <section className="card" aria-labelledby={`release-${name}`}>
      <h2 id={`release-${name}`}>{name}</h2>
      {intervention && (
        <p className="bad">{`The portal went back ${textOf(intervention.at)}: ${intervention.why}`}</p>
      )}
      <Served {...status} />
      {[live, canary].map((served) => {
        const hours = served && release.hours[served.version];
        return hours && <Plot key={served.version} version={served.version} hours={hours} />;
      })}
      {release.failures.length > 0 && <Failures name={name} failures={release.failures} />}
      <Changes {...release} />
    </section>
  );
};

/** Every release, with its health and the changes to it. */
export const releasesPage = ({ context, releaseCall }: OperatorWork): OperatorPage => {
  /** An action whose success is a sentence. */
  const change =
    (call: ReleaseCall, sentence: (given: Record<string, string>) => string, more: object = {}) =>
    async (given: Record<string, string>, operator: Operator) => {
      const { percent } = given;
      const parsed = percent === undefined ? given : { ...given, percent: Number(percent) };
      const answer = await releaseCall(call)({ ...parsed, ...more }, operator);
      const { changed, warnings } = v.parse(releaseAnswers.promote, answer);
      const done = sentence(given);
      return { text: [changed ? done : `Nothing changed: ${done}`, ...warnings].join(' ') };
    };

  return {
    path: '/',
    name: 'Releases',
    show: async () => {
      const statuses = await readStatuses(context);
      if (statuses.length === 0) return <p>Nothing is published yet.</p>;
      const shown = await Promise.all(statuses.map(({ name }) => readRelease(context, { name })));
      return shown.map((release) => <ReleaseCard key={release.status.name} {...release} />);
    },
    actions: {
      'releases/promote': change('promote', ({ name, version }) => `${name} ${version} is live.`),
      'releases/canary': change(
        'canary',
        ({ name, version, percent }) => `${name} ${version} is the canary, for ${percent}% of visitors.`,
      ),
      'releases/stop-canary': change('canary', ({ name }) => `${name} has no canary.`, { stop: true }),
      'releases/rollback': change('rollback', ({ name, to }) => `${name} is back at ${to}.`),
    },
  };
};
