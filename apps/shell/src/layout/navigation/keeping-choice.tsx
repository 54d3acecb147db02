import { mdiCheckboxBlankOutline, mdiCheckboxMarkedOutline } from '@mdi/js';
import { Icon, ListItemButton, ListItemIcon, ListItemText } from '@portal/theme';
import { useId } from 'react';
import { useKeeping } from '../../session/kept-orders';
import { useI18n } from '../../texts';

/** Lets the customer keep the last orders in this browser. Off at first: others may use the device. */
export const KeepingChoice = () => {
  const i18n = useI18n();
  const id = useId();
  const keeping = useKeeping();
  if (!keeping) return null;
  const { isKeeping, setKeeping } = keeping;
  return (
    <ListItemButton
      role="checkbox"
      aria-checked={isKeeping}
      aria-labelledby={id}
      aria-describedby={`${id}-more`}
      onClick={() => setKeeping(!isKeeping)}
      sx={{ mx: 1, px: 1.5, borderRadius: 1, alignItems: 'start' }}
    >
      <ListItemIcon sx={{ minWidth: 36, mt: 0.5 }}>
        <Icon path={isKeeping ? mdiCheckboxMarkedOutline : mdiCheckboxBlankOutline} color="action" />
      </ListItemIcon>
      <ListItemText
        primary={i18n.t('Keep on this device')}
        secondary={i18n.t('Your recent orders, available offline until you log out. Not for shared devices.')}
        slotProps={{
          primary: { id, variant: 'body2', sx: { textAlign: 'start' } },
          secondary: { id: `${id}-more`, variant: 'caption', sx: { display: 'block', textAlign: 'start' } },
        }}
      />
    </ListItemButton>
  );
};
