import { MODULE_PROBE, type Registry } from '@portal/contract';
import { jsonForHtml } from './html';

/**
 * The integrity of every module that remotes may import: a module names what it imports without any. Empty when no
 * remote is made of modules.
 */
export const importMap = ({ microFrontends }: Registry, nonce: string): string => {
  const modules = Object.values(microFrontends)
    .flat()
    .flatMap(({ extras }) => (extras.local ? [] : extras.modules));
  if (modules.length === 0) return '';
  const integrity = Object.fromEntries(
    [...modules, MODULE_PROBE].map((module) => [module.url, module.integrity]),
  );
  return `<script type="importmap" nonce="${nonce}">${jsonForHtml({ integrity })}</script>`;
};
