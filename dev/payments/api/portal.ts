import { z } from 'zod';
import { type Ledger, newestFirst } from '../ledger.ts';
import type { PortalSession, PortalSettings } from '../records.ts';
import { missing, Refusal } from '../refusal.ts';
import { type Endpoint, flag, listOf, metadata } from './asked.ts';
import { customerOf } from './customers.ts';

const settingsFields = z.object({
  business_profile: z.object({ headline: z.string().optional() }).default({}),
  features: z.record(z.string(), z.record(z.string(), z.unknown())),
  metadata,
});
const sessionFields = z.object({
  customer: z.string(),
  return_url: z.string().optional(),
  configuration: z.string().optional(),
});
const settingsQuery = z.object({ active: flag.optional() });

/** The page for cards and invoices, and its settings. */
export function portalEndpoints({ ledger, origin }: { ledger: Ledger; origin: string }): Endpoint[] {
  return [...settingsEndpoints(ledger), ...sessionEndpoints({ ledger, origin })];
}

function settingsEndpoints(ledger: Ledger): Endpoint[] {
  const { portalSettings } = ledger.records;
  return [
    {
      method: 'get',
      path: '/v1/billing_portal/configurations',
      response: ({ fields }) => {
        const { active } = settingsQuery.parse(fields);
        const found = newestFirst(portalSettings).filter(
          (one) => active === undefined || one.isActive === active,
        );
        return listOf('/v1/billing_portal/configurations', found.map(settingsShape));
      },
    },
    {
      method: 'post',
      path: '/v1/billing_portal/configurations',
      response: ({ fields }) => {
        const { business_profile: profile, features, metadata: marks } = settingsFields.parse(fields);
        const settings: PortalSettings = {
          id: ledger.newId('bpc'),
          isActive: true,
          headline: profile.headline ?? null,
          features,
          metadata: marks,
          createdAt: ledger.now(),
        };
        portalSettings[settings.id] = settings;
        return settingsShape(settings);
      },
    },
  ];
}

function sessionEndpoints({ ledger, origin }: { ledger: Ledger; origin: string }): Endpoint[] {
  const { portalSettings, portalSessions } = ledger.records;
  return [
    {
      method: 'post',
      path: '/v1/billing_portal/sessions',
      response: ({ fields }) => {
        const given = sessionFields.parse(fields);
        const settings = given.configuration ?? newestFirst(portalSettings)[0]?.id;
        if (settings === undefined) {
          throw new Refusal({
            message: 'No configuration provided and your default configuration was not created.',
          });
        }
        if (!portalSettings[settings]) throw missing('configuration', settings);
        const session: PortalSession = {
          id: ledger.newId('bps'),
          customer: customerOf({ ledger, id: given.customer }).id,
          settings,
          returnUrl: given.return_url ?? null,
          createdAt: ledger.now(),
        };
        portalSessions[session.id] = session;
        return sessionShape({ session, origin });
      },
    },
  ];
}

const sessionShape = ({ session, origin }: { session: PortalSession; origin: string }) => ({
  id: session.id,
  object: 'billing_portal.session',
  configuration: session.settings,
  created: session.createdAt,
  customer: session.customer,
  flow: null,
  livemode: false,
  locale: null,
  on_behalf_of: null,
  return_url: session.returnUrl,
  url: `${origin}/portal/${session.id}`,
});

const settingsShape = (settings: PortalSettings) => ({
  id: settings.id,
  object: 'billing_portal.configuration',
  active: settings.isActive,
  application: null,
  business_profile: { headline: settings.headline, privacy_policy_url: null, terms_of_service_url: null },
  created: settings.createdAt,
  default_return_url: null,
  features: featuresShape(settings.features),
  is_default: false,
  livemode: false,
  login_page: { enabled: false, url: null },
  metadata: settings.metadata,
  updated: settings.createdAt,
});

const featuresShape = (given: PortalSettings['features']) => {
  const isOn = (name: string) => given[name]?.['enabled'] === 'true';
  const allowed = given['customer_update']?.['allowed_updates'];
  return {
    customer_update: {
      allowed_updates: Array.isArray(allowed) ? allowed : [],
      enabled: isOn('customer_update'),
    },
    invoice_history: { enabled: isOn('invoice_history') },
    payment_method_update: { enabled: isOn('payment_method_update'), payment_method_configuration: null },
    subscription_cancel: {
      cancellation_reason: { enabled: false, options: [] },
      enabled: isOn('subscription_cancel'),
      mode: 'at_period_end',
      proration_behavior: 'none',
    },
    subscription_update: {
      billing_cycle_anchor: null,
      default_allowed_updates: [],
      enabled: isOn('subscription_update'),
      proration_behavior: 'none',
      schedule_at_period_end: { conditions: [] },
      trial_update_behavior: 'end_trial',
    },
  };
};
