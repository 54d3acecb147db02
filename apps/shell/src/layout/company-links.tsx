import { Link, Stack, useBrand, type BoxProps } from '@portal/theme';

const LABELS = { help: 'Help', privacy: 'Privacy', imprint: 'Imprint' } as const;

/** Links to the company's own pages, as far as the operator has named them. */
export const CompanyLinks = ({ sx = {} }: Pick<BoxProps, 'sx'>) => {
  const { links = {} } = useBrand();
  const named = (['help', 'privacy', 'imprint'] as const).filter((name) => links[name]);
  if (named.length === 0) return null;
  return (
    <Stack direction="row" sx={[{ flexWrap: 'wrap', columnGap: 2 }, sx].flat()}>
      {named.map((name) => (
        <Link key={name} href={links[name]} variant="body2" color="textSecondary" sx={{ py: 1 }}>
          {LABELS[name]}
        </Link>
      ))}
    </Stack>
  );
};
