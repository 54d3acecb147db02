import { mdiClose, mdiPaperclip, mdiRefresh } from '@mdi/js';
import { ANSWER_LIMITS, type AnswerFile } from '@portal/api';
import { Box, Button, CircularProgress, Icon, IconButton, Typography } from '@portal/theme';
import { useRef, useState, type ChangeEvent, type ReactNode } from 'react';
import { useI18n } from '../texts';
import { FileSize } from '../values/file-size';
import { TextValue } from '../values/text-value';
import { FILE_TYPES, type useUploads } from './uploads';

interface AttachedFilesProps {
  /** Those that the server has. */
  files: readonly AnswerFile[];
  onRemove: (file: AnswerFile) => void;
  uploads: ReturnType<typeof useUploads>;
}

/** The photos and PDFs of an answer. Each goes to the server as soon as it is chosen. */
export const AttachedFiles = ({ files, onRemove, uploads }: AttachedFilesProps) => {
  const i18n = useI18n();
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isFull, setFull] = useState(false);
  const count = files.length + uploads.pending.length;
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const room = ANSWER_LIMITS.files - count;
    const chosen = [...(target.files ?? [])];
    setFull(chosen.length > room);
    for (const file of chosen.slice(0, Math.max(0, room))) uploads.add(file);
    // The same file can be chosen again after it was removed.
    target.value = '';
  };
  const afterPress = () => {
    setFull(false);
    button.current?.focus();
  };
  return (
    // Says which files have arrived.
    <div aria-live="polite">
      {count > 0 && <FileLines files={files} uploads={uploads} onRemove={onRemove} afterPress={afterPress} />}
      <input
        ref={input}
        hidden
        type="file"
        multiple
        accept={FILE_TYPES.join(',')}
        aria-label={i18n.t('Add photos or PDFs')}
        onChange={choose}
      />
      <Button
        ref={button}
        startIcon={<Icon path={mdiPaperclip} />}
        onClick={() => input.current?.click()}
        sx={{ marginInlineStart: -1 }}
      >
        {i18n.t('Add photos or PDFs')}
      </Button>
      {isFull && (
        <Problem
          text={i18n.t('At most {count} files can be sent at once.', { count: ANSWER_LIMITS.files })}
        />
      )}
    </div>
  );
};

interface FileLinesProps extends AttachedFilesProps {
  /** Moves the focus: the line of the pressed button disappears, and the focus would move to the body. */
  afterPress: () => void;
}

const FileLines = ({ files, onRemove, uploads, afterPress }: FileLinesProps) => {
  const { pending, remove, retry } = uploads;
  const then = (act: () => void) => () => {
    act();
    afterPress();
  };
  return (
    <Box component="ul" role="list" sx={list}>
      {files.map((file) => (
        <FileLine
          key={file.id}
          name={file.name}
          state={
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              <FileSize bytes={file.size} />
            </Typography>
          }
          onRemove={then(() => onRemove(file))}
        />
      ))}
      {pending.map((upload) => (
        <FileLine
          key={upload.key}
          name={upload.file.name}
          state={upload.problem ? <Problem text={upload.problem.text} /> : <Arriving />}
          onRetry={upload.problem?.canRetry && then(() => retry(upload))}
          onRemove={then(() => remove(upload))}
        />
      ))}
    </Box>
  );
};

interface FileLineProps {
  name: string;
  state: ReactNode;
  onRemove: () => void;
  onRetry?: (() => void) | false | undefined;
}

const FileLine = ({ name, state, onRemove, onRetry }: FileLineProps) => {
  const i18n = useI18n();
  const actions = [
    onRetry && { name: i18n.t('Add {name} again', { name }), path: mdiRefresh, onClick: onRetry },
    { name: i18n.t('Remove {name}', { name }), path: mdiClose, onClick: onRemove },
  ].filter((action) => typeof action === 'object');
  return (
    <li>
      <Box sx={{ flex: 1, minInlineSize: 0 }}>
        <TextValue text={name} translate="no" />
        {state}
      </Box>
      {actions.map(({ name: label, path, onClick }) => (
        <IconButton key={path} aria-label={label} title={label} onClick={onClick}>
          <Icon path={path} />
        </IconButton>
      ))}
    </li>
  );
};

const Arriving = () => {
  const i18n = useI18n();
  return (
    <Typography
      variant="body2"
      sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'text.secondary' }}
    >
      <CircularProgress size={14} aria-hidden />
      <span>{i18n.t('Being added…')}</span>
    </Typography>
  );
};

const Problem = ({ text }: { text: string }) => (
  <Typography role="alert" variant="body2" sx={{ color: 'error.main' }}>
    {text}
  </Typography>
);

const list = {
  listStyle: 'none',
  m: 0,
  p: 0,
  '& > li': { display: 'flex', alignItems: 'center', gap: 0.5, minBlockSize: 48 },
  '& > li + li': { borderBlockStart: '1px solid', borderColor: 'divider' },
};
