import { mdiAccountCircleOutline } from '@mdi/js';
import type { SignedInCustomer as Customer } from '@portal/api';
import { Box, Icon, ListItemButton, Tooltip, Typography, visuallyHidden } from '@portal/theme';
import { Link } from 'react-router-dom';
import { useI18n } from '../../texts';

/** The screen with the customer's name and contacts focuses the part that the hash names. */
const DETAILS = '/notification-preferences#your-details';

interface SignedInCustomerProps {
  customer: Customer;
  collapsed: boolean;
  onChoose: (() => void) | undefined;
}

/** Who is signed in: name and masked contact, which lead to all that the company knows. */
export const SignedInCustomer = ({ customer, collapsed, onChoose }: SignedInCustomerProps) => {
  const { name, contacts } = customer;
  const i18n = useI18n();
  const lines = [name, contacts.email ?? contacts.phone].filter(Boolean);
  if (lines.length === 0) return null;
  return (
    <Tooltip describeChild title={collapsed && <span>{lines.join(', ')}</span>} placement="right">
      <ListItemButton
        component={Link}
        to={DETAILS}
        onClick={onChoose}
        sx={{ gap: 1.5, borderRadius: 1, minHeight: 48, px: collapsed ? 2.5 : 1.5 }}
      >
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
      </ListItemButton>
    </Tooltip>
  );
};
