import { uploadProgress } from './upload-progress';

const terminal = (isTTY: boolean) => {
  const written: string[] = [];
  return { isTTY, write: (text: string) => written.push(text), written };
};

it('shows on one line of a terminal how far it is, and clears the line at the end', () => {
  const stderr = terminal(true);
  const onFile = uploadProgress('orders', { json: false }, stderr);
  onFile(1, 2);
  onFile(2, 2);
  expect(stderr.written).toEqual([
    '\r\u001B[Korders: 1 of 2 files',
    '\r\u001B[Korders: 2 of 2 files',
    '\r\u001B[K',
  ]);
});

it.each([
  ['in a pipeline', { json: false }, false],
  ['with --json', { json: true }, true],
])('shows nothing %s', (_, given, isTTY) => {
  const stderr = terminal(isTTY);
  uploadProgress('orders', given, stderr)(1, 2);
  expect(stderr.written).toEqual([]);
});
