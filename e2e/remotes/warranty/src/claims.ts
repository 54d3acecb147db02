import { createClient, useSettings } from '@portal/remote';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import descriptor from '../remote.json';

const backEnd = createClient(descriptor);

const claimSchema = v.object({ id: v.number(), orderNbr: v.string(), fault: v.string() });

const queryKey = ['warranty', 'claims'];

/** The customer's open claims. */
export const useClaims = () =>
  useQuery({
    queryKey,
    queryFn: async ({ signal }) => v.parse(v.array(claimSchema), await backEnd.get('/claims', { signal })),
  });

export const useSendClaim = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (claim: { orderNbr: string; fault: string }) => backEnd.post('/claims', claim),
    onSuccess: () => client.invalidateQueries({ queryKey }),
  });
};

const settingsSchema = v.object({
  years: v.optional(v.number(), descriptor.settings.years),
  canClaim: v.optional(v.boolean(), descriptor.settings.canClaim),
});

export const useWarrantySettings = () => useSettings(settingsSchema);
