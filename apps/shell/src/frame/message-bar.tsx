import { Alert, Box, Snackbar } from '@portal/theme';
import { useEffect } from 'react';
import { useAnnounce } from '../page/title';
import { useI18n } from '../texts';
import type { Messages } from './session-services';

/** Sticks to the window also where the portal is embedded. */
const BOTTOM = { position: 'sticky', insetBlockEnd: 0, zIndex: 'snackbar', height: 0, displayPrint: 'none' };

interface MessageBarProps {
  messages: Messages;
  onChange: (messages: Messages) => void;
}

/** Shows the first message for six seconds. It stays while the pointer or the focus is on it. */
export const MessageBar = ({ messages, onChange }: MessageBarProps) => {
  const i18n = useI18n();
  const announce = useAnnounce();
  const [[text = '', options] = [], ...others] = messages;
  // The page's live region announces it: screen readers skip one that appears together with its text.
  useEffect(() => {
    announce(text);
    return () => announce('');
  }, [text, announce]);

  if (!text) return null;
  const close = () => onChange(new Map(others));
  return (
    <Box sx={BOTTOM}>
      <Snackbar
        key={text}
        open
        autoHideDuration={6000}
        onClose={(_, reason) => reason !== 'clickaway' && close()}
        sx={{ position: 'absolute' }}
      >
        <Alert
          role="presentation"
          severity={options?.severity ?? 'info'}
          closeText={i18n.t('Close')}
          onClose={close}
          sx={{ boxShadow: 6 }}
        >
          {text}
        </Alert>
      </Snackbar>
    </Box>
  );
};
