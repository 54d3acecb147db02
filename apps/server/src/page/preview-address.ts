/** What an address asks for with `?preview=…`, and the same address without it. */
interface PreviewAddress {
  asked: string;
  location: string;
}

/**
 * Reads `?preview=…` out of an address.
 * @param url path and query, as requested
 * @returns undefined when it asks for no preview
 */
export const previewAddress = (url: string): PreviewAddress | undefined => {
  const [path = '', query = ''] = url.split(/\?(.*)/s);
  const parameters = new URLSearchParams(query);
  const asked = parameters.getAll('preview');
  if (asked.length === 0) return undefined;
  parameters.delete('preview');
  const rest = parameters.size > 0 ? `?${parameters.toString()}` : '';
  // Two slashes at the start, or a backslash, would lead to another site.
  return { asked: asked.join(','), location: path.replace(/^[/\\]+/, '/') + rest };
};
