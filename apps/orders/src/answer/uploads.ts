import {
  ANSWER_LIMITS,
  isClientError,
  serverMessage,
  useUploadAnswerFile,
  type AnswerFile,
} from '@portal/api';
import { useState } from 'react';
import { useI18n } from '../texts';
import { randomUuid } from './draft';

/** The files that the server reads. */
export const FILE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'];

/** A file on its way to the server, or one that has not arrived. */
export interface Upload {
  key: string;
  file: File;
  abort: AbortController;
  /** Why it has not arrived. */
  problem?: { text: string; canRetry: boolean };
}

/** Sends files to the server as they are added. @param onStored called with each that has arrived */
export const useUploads = (onStored: (file: AnswerFile) => void) => {
  const i18n = useI18n();
  const { mutateAsync } = useUploadAnswerFile();
  const [pending, setPending] = useState<readonly Upload[]>([]);

  const remove = ({ key, abort }: Upload): void => {
    abort.abort();
    setPending((current) => current.filter((upload) => upload.key !== key));
  };

  const refusalOf = (file: File): string | undefined => {
    if (!FILE_TYPES.includes(file.type)) return i18n.t('Only photos (JPEG, PNG, WebP) and PDFs can be sent.');
    return file.size > ANSWER_LIMITS.fileBytes ? i18n.t('The file is larger than 10 MB.') : undefined;
  };

  const send = async (upload: Upload): Promise<void> => {
    try {
      const stored = await mutateAsync({ file: upload.file, signal: upload.abort.signal });
      remove(upload);
      onStored(stored);
    } catch (error) {
      const problem = {
        text: serverMessage(error) ?? i18n.t('The file did not arrive. Please check your connection.'),
        canRetry: !isClientError(error),
      };
      setPending((current) => current.map((one) => (one.key === upload.key ? { ...one, problem } : one)));
    }
  };

  const add = (file: File): void => {
    const upload = { key: randomUuid(), file, abort: new AbortController() };
    const refusal = refusalOf(file);
    if (refusal === undefined) {
      setPending((current) => [...current, upload]);
      void send(upload);
    } else setPending((current) => [...current, { ...upload, problem: { text: refusal, canRetry: false } }]);
  };

  const retry = (upload: Upload): void => {
    remove(upload);
    add(upload.file);
  };

  return { pending, add, remove, retry };
};
