import { AuditListScreen } from '../../audit/audit-list.tsx';
import { ChosenOrganisationPicker } from '../../organisations/chosen-organisation-picker.tsx';
import { RoleListScreen } from '../../roles/role-list.tsx';

/** The audit of the user's area; platform users choose the organisation. */
export const AuditList = () => (
  <AuditListScreen
    organisationPicker={<ChosenOrganisationPicker reset={{ entityId: undefined, actorId: undefined }} />}
  />
);

/** The roles of the user's organisation; platform users choose the organisation. */
export const RoleList = () => (
  <RoleListScreen organisationPicker={<ChosenOrganisationPicker reset={{ level: undefined }} />} />
);
