import { mdiMenu, mdiMenuOpen } from '@mdi/js';
import { Icon, IconButton } from '@portal/theme';
import { useI18n } from '../../texts';

/** The drawer's element id, for the menu button's `aria-controls`. */
export const DRAWER_ID = 'portal-navigation';

interface MenuButtonProps {
  open: boolean;
  onClick: () => void;
}

export const MenuButton = ({ open, onClick }: MenuButtonProps) => {
  const i18n = useI18n();
  return (
    <IconButton
      color="inherit"
      onClick={onClick}
      aria-label={open ? i18n.t('Close menu') : i18n.t('Open menu')}
      aria-expanded={open}
      aria-controls={DRAWER_ID}
      sx={{ marginInlineStart: -1.25 }}
    >
      <Icon path={open ? mdiMenuOpen : mdiMenu} sx={{ '[dir="rtl"] &': { transform: 'scaleX(-1)' } }} />
    </IconButton>
  );
};
