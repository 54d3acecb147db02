import { Link, Stack, useBrand, type BoxProps } from '@portal/theme';
import { useI18n } from '../texts';

const LABELS = {
  help: /*i18n*/ 'Help',
  privacy: /*i18n*/ 'Privacy',
  imprint: /*i18n*/ 'Legal notice',
} as const;

/** Links to the company's own pages that the operator has configured. */
export const CompanyLinks = ({ sx = {} }: Pick<BoxProps, 'sx'>) => {
  const i18n = useI18n();
  const { links = {} } = useBrand();
  const named = (['help', 'privacy', 'imprint'] as const).filter((name) => links[name]);
  if (named.length === 0) return null;
  return (
    <Stack direction="row" sx={[{ flexWrap: 'wrap', columnGap: 2 }, sx].flat()}>
      {named.map((name) => (
        <Link key={name} href={links[name]} variant="body2" color="textSecondary" sx={{ py: 1 }}>
          {i18n.t(LABELS[name])}
        </Link>
      ))}
    </Stack>
  );
};
