import { isWorkspace } from './apps';
import { statusText, viewText } from './status-text';
import { onReleases } from './releases';
import { examples, JSON_OPTION, readReference, readWhole, type AddVerb } from './verb';

export const addStatus: AddVerb = (portal, context) =>
  void portal
    .command('status')
    .description('Show what is live, canary and previous, and how often it fails.')
    .argument('[name]', 'a remote, or shell: adds its versions, failures and history')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('status', 'status orders', 'status --json'))
    .action(async (name) => {
      const { io, print } = context;
      if (name !== undefined) {
        const view = await onReleases(context, (releases) => releases.show({ name }));
        const { status, ...rest } = view;
        return print({ data: { ...status, ...rest }, text: viewText(view) });
      }
      const statuses = await onReleases(context, (releases) => releases.status({}));
      const publish = isWorkspace(io.cwd)
        ? 'pnpm build && pnpm portal publish --all --promote'
        : 'npm run build && pnpm portal publish --promote';
      const text = statuses.map(statusText).join('\n\n');
      return print({
        data: statuses,
        text: text || `Nothing is published yet. Build and publish: ${publish}`,
      });
    });

export const addPreview: AddVerb = (portal, context) =>
  void portal
    .command('preview')
    .description('Print a link that shows published versions to whoever opens it, for some days.')
    .argument('<release...>', 'published versions: orders@1.5.0')
    .option('--days <number>', 'how long the link works, at most 30', '7')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('preview orders@1.5.0', 'preview orders@1.5.0 shell@2.0.0 --days 1'))
    .action(async (references, options) => {
      const given = { versions: references.map(readReference), days: readWhole('--days', options.days, 30) };
      const preview = await onReleases(context, (releases) => releases.preview(given));
      const until = preview.expiresAt.slice(0, 16).replace('T', ' ');
      context.print({ data: preview, text: `${preview.url}\n\nThe link works until ${until} UTC.` });
    });
