/** @jsxRuntime automatic */
import { SHELL, type FieldFailure, type ReleaseView, type Status } from '@portal/releases';
import { textOf } from '../commands/records';
import type { ReleaseContext } from '../../portal/releases/changes';
import { readReleases } from '../../portal/releases/release-store';
import { readRelease } from '../../portal/releases/status';
import { Field, FormBehind } from './form';
import { HealthPlot } from './health-plot';
import { Table } from './table';
import { Badge, Verdict, type State } from './verdict';
import { fix, note, type Finding } from '../../platform/config/finding';

type Served = NonNullable<Status['live']>;

const failedText = ({ shown, failed }: { shown: number; failed: number }): string =>
  `${failed} of ${shown + failed} pages failed`;

/** What is wrong with a release, the worst first. */
const findingsOf = ({ status: { name, live, canary, intervention } }: ReleaseView): Finding[] => {
  const served = [live, canary].filter((one) => one !== null);
  const missing = name === SHELL ? fix : note;
  return [
    !live && missing(name, 'has no live version: nobody gets it'),
    ...served.map(({ version, problem }) => problem !== null && fix(`${name} ${version}`, problem)),
    intervention &&
      fix(
        name,
        `the portal ${live ? 'went back' : 'took it down'} at ${textOf(intervention.at)}: ${intervention.why}`,
      ),
    ...served.map(
      ({ version, health }) => health && health.failed > 0 && note(`${name} ${version}`, failedText(health)),
    ),
  ].filter((finding) => typeof finding === 'object' && finding !== null);
};

const WEIGHT: Record<State, number> = { fix: 2, note: 1, ok: 0 };

const rowOf = (served: string, { version, since, who, why, health }: Served) => ({
  ...{ served, version, since, who, why, pages: health && failedText(health) },
});

const Failure = ({ version, cause, message, browsers, count, last, stack }: FieldFailure) => (
  <li>
    <strong className="message">{message || `It failed without a message (${cause}).`}</strong>
    <div>{`${count} × ${cause} in ${version}, last at ${textOf(last)}`}</div>
    <div className="faint">
      {Object.entries(browsers)
        .map(([browser, times]) => `${browser}: ${times}`)
        .join(', ')}
    </div>
    {stack.length > 0 && (
      <ol className="stack" aria-label="Where">
        {stack.map(({ file, line, column }) => (
          <li key={`${file}:${line}:${column}`}>{`${file}:${line}:${column}`}</li>
        ))}
      </ol>
    )}
  </li>
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
        <Field
          {...{ label: 'Percent', name: 'percent', type: 'number', min: 0, max: 100, required: true }}
          defaultValue={canary?.percent ?? 10}
        />
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
      {live && name !== SHELL && (
        <FormBehind {...form} does="releases/take-down" submit="Take down" isDangerous>
          <p>{`Nobody gets ${name} until a version of it is promoted again.`}</p>
          {why}
        </FormBehind>
      )}
    </div>
  );
};

const ReleaseCard = ({ release, state, now }: { release: ReleaseView; state: State; now: number }) => {
  const { status, hours, failures } = release;
  const { name, live, canary, previous } = status;
  const rows = [
    ...(live ? [rowOf('Live', live)] : []),
    ...(canary ? [rowOf(`Canary, ${canary.percent}%`, canary)] : []),
  ];
  return (
    <section className="card" aria-labelledby={`release-${name}`}>
      <div className="heading">
        <h2 id={`release-${name}`}>{name}</h2>
        <Badge state={state} />
      </div>
      <Table caption={`Versions of ${name}`} rows={rows} />
      {previous !== null && <p className="faint">{`Before: ${previous}`}</p>}
      {[live, canary].map((served) => {
        const ofVersion = served && hours[served.version];
        return (
          ofVersion && <HealthPlot key={served.version} title={served.version} hours={ofVersion} now={now} />
        );
      })}
      {failures.length > 0 && (
        <>
          <h3>{`Failures of ${name} in browsers`}</h3>
          <ul className="failures">
            {failures.map((failure, index) => (
              <Failure key={index} {...failure} />
            ))}
          </ul>
        </>
      )}
      <Changes {...release} />
    </section>
  );
};

const VERDICTS: Record<State, string> = {
  ok: 'Every release is live, and no page failed.',
  note: 'The releases work, with something to know.',
  fix: 'A release needs you.',
};

/** Every release, with its health and the changes to it: those that need somebody first. */
export const showReleases = async (context: ReleaseContext) => {
  const releases = await readReleases(context.database);
  if (releases.length === 0)
    return <Verdict state="fix" text="Nothing is published: customers see no portal." />;
  const read = await Promise.all(releases.map(({ name }) => readRelease(context, { name })));
  const weighed = read
    .map((release) => {
      const findings = findingsOf(release);
      return { release, findings, state: findings[0]?.state ?? ('ok' as const) };
    })
    .toSorted((one, other) => WEIGHT[other.state] - WEIGHT[one.state]);
  const now = Date.now();
  const worst = weighed[0]?.state ?? 'ok';
  const findings = weighed.flatMap((one) => one.findings);
  return (
    <>
      <Verdict state={worst} text={VERDICTS[worst]}>
        {findings.length > 0 && (
          <ul>
            {findings.map(({ check, text }) => (
              <li key={`${check}: ${text}`}>{`${check}: ${text}`}</li>
            ))}
          </ul>
        )}
      </Verdict>
      {weighed.map(({ release, state }) => (
        <ReleaseCard key={release.status.name} {...{ release, state, now }} />
      ))}
    </>
  );
};
