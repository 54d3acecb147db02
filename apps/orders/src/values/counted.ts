import { useLocale } from '@portal/theme';

/** Names a number of orders: "Active (120)". None goes without saying. */
export const useCounted = () => {
  const { format } = new Intl.NumberFormat(useLocale());
  return (name: string, count: number): string => (count > 0 ? `${name} (${format(count)})` : name);
};
