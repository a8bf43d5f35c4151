/** How much may be under way in this process. */
export interface Limits {
  readonly endpoint: number;
  readonly organization: number;
  readonly all: number;
  /** Deliveries that one claim takes at most. */
  readonly claim: number;
}

export const LIMITS: Limits = { endpoint: 10, organization: 200, all: 1_000, claim: 200 };

/** Of an endpoint that this process does not know, so many are tried at first; a claim takes no more of any. */
const AT_FIRST = 5;
/** A request that takes longer is slow. */
const SLOW_MS = 1_000;
/** What is forgotten of an endpoint that had nothing under way for so long. */
const FORGET_MS = 15 * 60_000;

interface Place {
  readonly organizationId: string;
  /** When each attempt under way began. */
  readonly begun: Map<string, number>;
  limit: number;
  failing: boolean;
  slow: boolean;
  heldUntil: number;
  usedAt: number;
}

/** What may be claimed now; those not named have `otherEndpoints` and `otherOrganizations`. */
export interface Room {
  readonly endpoints: Readonly<Record<string, number>>;
  readonly organizations: Readonly<Record<string, number>>;
  readonly otherEndpoints: number;
  readonly otherOrganizations: number;
  readonly all: number;
  /** Some have to wait until others end, whoever's they are. */
  readonly crowded: boolean;
}

/**
 * Who may have how much under way in this process. An endpoint that answers gets more at a time, one that fails falls to
 * one. Those that fail or are slow share half of all places, so the others always find some; and no organization takes
 * more than half of what is free.
 */
export class Rooms {
  private readonly places = new Map<string, Place>();
  private readonly perOrganization = new Map<string, number>();
  private count = 0;

  constructor(
    private readonly limits: Limits,
    private readonly now: () => number,
  ) {}

  get inFlight(): number {
    return this.count;
  }

  begin(endpointId: string, organizationId: string, attemptId: string): void {
    const place = this.placeOf(endpointId, organizationId);
    place.begun.set(attemptId, this.now());
    this.perOrganization.set(organizationId, (this.perOrganization.get(organizationId) ?? 0) + 1);
    this.count += 1;
  }

  /** Begins what does not wait its turn, unless its endpoint, its organization or all have as many as they may. */
  beginByHand(endpointId: string, organizationId: string, attemptId: string): boolean {
    const { endpoint, organization, all } = this.limits;
    const ofEndpoint = this.places.get(endpointId)?.begun.size ?? 0;
    const ofOrganization = this.perOrganization.get(organizationId) ?? 0;
    if (ofEndpoint >= endpoint || ofOrganization >= organization || this.count >= all) return false;
    this.begin(endpointId, organizationId, attemptId);
    return true;
  }

  /** @param success undefined where the endpoint has nothing to do with how it ended */
  end(endpointId: string, attemptId: string, success: boolean | undefined): void {
    const place = this.places.get(endpointId);
    const begun = place?.begun.get(attemptId);
    if (!place || begun === undefined) return;
    place.begun.delete(attemptId);
    place.usedAt = this.now();
    this.count -= 1;
    const left = (this.perOrganization.get(place.organizationId) ?? 1) - 1;
    if (left > 0) this.perOrganization.set(place.organizationId, left);
    else this.perOrganization.delete(place.organizationId);
    if (success === undefined) return;
    place.failing = !success;
    place.slow = this.now() - begun > SLOW_MS;
    place.limit = success ? Math.min(this.limits.endpoint, place.limit + 1) : Math.max(1, place.limit >> 1);
  }

  /** Nothing more is begun for it during so long; what is under way ends. */
  hold(endpointId: string, ms: number): void {
    const place = this.places.get(endpointId);
    if (place) place.heldUntil = Math.max(place.heldUntil, this.now() + ms);
  }

  /** Endpoints of an organization are held no longer. */
  letGo(organizationId: string): void {
    for (const place of this.places.values())
      if (place.organizationId === organizationId) place.heldUntil = -Infinity;
  }

  /** When the first of those that are held now no longer is, by the clock given; undefined: none is. */
  get heldUntil(): number | undefined {
    const now = this.now();
    const ends = [...this.places.values()].map(({ heldUntil }) => heldUntil).filter((end) => end > now);
    return ends.length === 0 ? undefined : Math.min(...ends);
  }

  look(): Room {
    const now = this.now();
    this.forget(now);
    const free = Math.max(0, this.limits.all - this.count);
    const known = [...this.places].map(([id, place]) => ({ id, place, lagging: isLagging(place, now) }));
    const lagging = known.filter((one) => one.lagging);
    const taken = lagging.reduce((sum, { place }) => sum + place.begun.size, 0);
    const left = Math.floor(this.limits.all / 2) - taken;
    const share = left <= 0 ? 0 : Math.max(1, Math.floor(left / Math.max(1, lagging.length)));
    const roomOf = ({ place, lagging: lags }: (typeof known)[number]): number => {
      if (place.heldUntil > now) return 0;
      const room = Math.min(AT_FIRST, Math.max(0, place.limit - place.begun.size));
      return lags ? Math.min(room, share) : room;
    };
    const endpoints = known.map((one) => [one.id, roomOf(one)] as const);
    const organization = Math.min(this.limits.organization, Math.ceil(free / 2));
    const organizations = [...this.perOrganization].map(
      ([id, underWay]) =>
        [id, Math.max(0, Math.min(organization, this.limits.organization - underWay))] as const,
    );
    return {
      endpoints: Object.fromEntries(endpoints.filter(([, room]) => room !== AT_FIRST)),
      organizations: Object.fromEntries(organizations.filter(([, room]) => room !== organization)),
      otherEndpoints: AT_FIRST,
      otherOrganizations: organization,
      all: Math.min(this.limits.claim, free),
      crowded: free === 0 || left <= 0,
    };
  }

  private placeOf(endpointId: string, organizationId: string): Place {
    const found = this.places.get(endpointId);
    if (found) return found;
    const made: Place = {
      ...{ organizationId, begun: new Map(), limit: Math.min(AT_FIRST, this.limits.endpoint) },
      ...{ failing: false, slow: false, heldUntil: -Infinity, usedAt: this.now() },
    };
    this.places.set(endpointId, made);
    return made;
  }

  private forget(now: number): void {
    for (const [id, { begun, usedAt, heldUntil }] of this.places)
      if (begun.size === 0 && heldUntil <= now && now - usedAt > FORGET_MS) this.places.delete(id);
  }
}

/** It fails, was slow, or has a request under way that is. */
function isLagging({ failing, slow, begun }: Place, now: number): boolean {
  if (failing || slow) return true;
  const [oldest] = begun.values();
  return oldest !== undefined && now - oldest > SLOW_MS;
}
