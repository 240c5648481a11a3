import type { Me } from 'pin-publishing';

export const isSamePerson = (one: Me, other: Me): boolean => one.user.id === other.user.id && one.organization.id === other.organization.id;

export const isSameProject = (one: Me, other: Me): boolean => isSamePerson(one, other) && one.active_project.id === other.active_project.id;
