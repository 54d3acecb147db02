import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';

const CONNECTIONS = 8;
/** Before the measurement, so that connections are open and functions compiled. */
const WARM_UP_SECONDS = 1;
/** The unit of /proc, on every Linux. */
const MS_PER_TICK = 10;

/** The CPU that a process has used; its threads included. */
const cpuMsOf = async (pid: number): Promise<number> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name in parentheses may have spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
};

/** The memory that a process holds, in MB. */
export const memoryOf = async (pid: number): Promise<number> =>
  Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000;

export interface Target {
  pid: number;
  url: string;
  headers: Record<string, string>;
}

/**
 * Asks a process for as long as given, over connections that stay open.
 * @returns the requests that it answers per second of its CPU: what the rest of the machine does matters little
 */
export const requestsPerCpuSecond = async (
  { pid, url, headers }: Target,
  seconds: number,
): Promise<number> => {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      const asked = request(url, { agent, headers }, (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}.`));
        answer.resume().once('end', resolve);
      });
      asked.once('error', reject).end();
    });
  const askFor = async (period: number): Promise<number> => {
    const until = performance.now() + period * 1000;
    let answered = 0;
    const connection = async () => {
      while (performance.now() < until) {
        await ask();
        answered += 1;
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, connection));
    return answered;
  };
  await askFor(WARM_UP_SECONDS);
  const before = await cpuMsOf(pid);
  const answered = await askFor(seconds);
  const used = (await cpuMsOf(pid)) - before;
  agent.destroy();
  return answered / (used / 1000);
};
