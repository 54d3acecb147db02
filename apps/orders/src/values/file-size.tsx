import { useLocale } from '@portal/theme';

/** The size of a file, as people say it. */
export const FileSize = ({ bytes }: { bytes: number }) => {
  const locale = useLocale();
  const [unit, count] = bytes < 1e6 ? ['kilobyte', Math.ceil(bytes / 1e3)] : ['megabyte', bytes / 1e6];
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 });
  return <bdi>{format.format(count)}</bdi>;
};
