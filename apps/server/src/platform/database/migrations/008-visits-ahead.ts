import { statements } from './statements';

/** Orders had the first five of their visits ahead, until the next change. */
export const visitsAhead = statements(
  `update orders set ahead = ahead || coalesce((
      select jsonb_agg(event - 'body' order by start)
      from jsonb_array_elements(events) as event,
        lateral (select coalesce(event ->> 'created_at', event ->> 'createdDateTime')::timestamptz as start) as begins
      where start > now() and not ahead @> jsonb_build_array(event - 'body')
    ), '[]')
    where jsonb_array_length(ahead) >= 5`,
);
