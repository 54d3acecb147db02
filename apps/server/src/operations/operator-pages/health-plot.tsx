/** @jsxRuntime automatic */
import type { ReleaseView } from '@portal/releases';
import { textOf } from '../commands/records';

type Hours = ReleaseView['hours'][string];

const HOURS = 48;
const HOUR_MS = 3_600_000;
/** The hours that the axis names. */
const TICKS = [48, 36, 24, 12, 0];
/** An hour without failures. */
const BASE = 3;

const shareOf = ({ shown, failed }: Hours[string]): number => failed / (shown + failed || 1);

const percent = (share: number): string => `${Math.round(share * 100)}%`;

/** The end of the scale: the next of these that no bar exceeds. */
const scaleOf = (shares: readonly number[]): number =>
  [0.05, 0.1, 0.25, 0.5].find((end) => shares.every((share) => share <= end)) ?? 1;

/** The last two days, hour by hour: a bar is the share of pages that failed; hours without reports are gaps. */
export const HealthPlot = ({ title, hours, now }: { title: string; hours: Hours; now: number }) => {
  const first = Math.floor(now / HOUR_MS) - HOURS + 1;
  const bars = Object.entries(hours).map(([hour, counted]) => ({
    ...{ hour, counted, share: shareOf(counted), place: Date.parse(hour) / HOUR_MS - first },
  }));
  const scale = scaleOf(bars.map(({ share }) => share));
  const [worst] = bars.toSorted((one, other) => other.share - one.share);
  if (!worst) return null;
  if (worst.share === 0) return <p className="faint">{`${title}: no page failed within ${HOURS} hours.`}</p>;
  const most = `most ${percent(worst.share)} at ${textOf(worst.hour)}`;
  return (
    <figure>
      <figcaption>{`${title}, share of failed pages by hour: ${most}`}</figcaption>
      <div className="plot">
        <div className="scale" aria-hidden>
          <span>{percent(scale)}</span>
          <span>0%</span>
        </div>
        <svg
          role="img"
          aria-label={`${title}: ${most}`}
          viewBox={`0 0 ${HOURS} 100`}
          preserveAspectRatio="none"
        >
          {bars.map(({ hour, counted, share, place }) => {
            const height = share === 0 ? BASE : Math.max(BASE * 2, (share / scale) * 100);
            return (
              <rect
                key={hour}
                className={share === 0 ? 'good' : 'bad'}
                {...{ x: place + 0.1, y: 100 - height, width: 0.8, height }}
              >
                <title>{`${textOf(hour)}: ${counted.failed} of ${counted.shown + counted.failed} pages failed`}</title>
              </rect>
            );
          })}
        </svg>
        <div className="axis" aria-hidden>
          {TICKS.map((ago) => (
            <span key={ago}>{ago === 0 ? 'now' : `−${ago} h`}</span>
          ))}
        </div>
      </div>
    </figure>
  );
};
