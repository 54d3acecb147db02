import type { MicroFrontend, ReleaseDocument } from '@portal/contract';
import type { Fault } from './faults';
import type { Portal } from './portal';
import type { PreviewRequest } from './previews';

interface Known {
  /** What is released of the remote that was asked for. */
  document: ReleaseDocument | undefined;
  fault: Fault;
  /** What the visitor gets of that remote without a preview. */
  served: MicroFrontend | undefined;
}

const publishedProblem = ({ remote, version }: PreviewRequest, { document, fault }: Known): string | null => {
  if (!document) return `Nothing of the name ${remote} is published.`;
  const published = document.versions[version];
  if (!published) return `${remote} has no published version ${version}.`;
  const reason = fault(published);
  return reason === undefined ? null : `${remote} ${version} cannot be shown: it ${reason}.`;
};

const localProblem = (
  { remote, version }: PreviewRequest,
  { allowLocalRemotes }: Pick<Portal, 'allowLocalRemotes'>,
  { served }: Known,
): string | null => {
  if (!allowLocalRemotes)
    return `This portal takes no remote from ${version}. Its operator allows that with ALLOW_LOCAL_REMOTES=true.`;
  return served
    ? null
    : `${remote} must be live before ${version} can take its place. Promote a version of it.`;
};

const mistake = ({ remote, version }: PreviewRequest): string => {
  const asked = [remote, version].filter(Boolean).join('@').slice(0, 80);
  return `"${asked}" is no preview. Ask for a published version by name and number: ?preview=orders@1.5.0-pr12.`;
};

/** Why what a browser asked for is not shown, as a sentence; null when it is. */
export const previewProblem = (request: PreviewRequest, portal: Portal, known: Known): string | null => {
  if (request.kind === 'published') return publishedProblem(request, known);
  return request.kind === 'local' ? localProblem(request, portal, known) : mistake(request);
};
