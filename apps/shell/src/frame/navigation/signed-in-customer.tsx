import { mdiAccountCircleOutline } from '@mdi/js';
import type { SignedInCustomer as Customer } from '@portal/api';
import { Box, Icon, Stack, Tooltip, Typography, visuallyHidden } from '@portal/theme';
import { useI18n } from '../../texts';

/** Who is signed in: name and masked contact. */
export const SignedInCustomer = ({ customer, collapsed }: { customer: Customer; collapsed: boolean }) => {
  const { name, contacts } = customer;
  const i18n = useI18n();
  const lines = [name, contacts.email ?? contacts.phone].filter(Boolean);
  if (lines.length === 0) return null;
  return (
    <Tooltip describeChild title={collapsed && <span>{lines.join(', ')}</span>} placement="right">
      <Stack direction="row" spacing={1.5} sx={{ alignItems: 'center' }}>
        <Icon path={mdiAccountCircleOutline} color="action" />
        <Box sx={collapsed ? visuallyHidden : { minWidth: 0 }}>
          <Box component="span" sx={visuallyHidden}>
            {i18n.t('Signed in as')}
          </Box>
          {lines.map((line, index) => (
            <Typography
              key={line}
              translate="no"
              variant="body2"
              color={index > 0 ? 'textSecondary' : undefined}
              sx={{ fontWeight: index > 0 ? undefined : 600 }}
            >
              {line}
            </Typography>
          ))}
        </Box>
      </Stack>
    </Tooltip>
  );
};
