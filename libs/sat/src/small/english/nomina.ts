/** English names of the keys of Nómina 1.2, by catalogue: `KEY name;`. */
export const nominaEnglish = {
  tiposNomina: 'O ordinary payroll; E extraordinary payroll;',
  periodicidadesPago: `
    01 daily; 02 weekly; 03 every fourteen days; 04 twice a month; 05 monthly; 06 every two months;
    07 per unit of work; 08 commission; 09 fixed price; 10 every ten days; 99 other frequency;
  `,
  origenesRecurso: 'IP own income; IF federal income; IM mixed income;',
  tiposHoras: '01 paid double; 02 paid triple; 03 paid as usual;',
  tiposIncapacidad: `
    01 work risk; 02 general illness; 03 maternity;
    04 leave for the medical care of children diagnosed with cancer;
  `,
  tiposContrato: `
    01 permanent employment contract; 02 employment contract for a specific job; 03 fixed-term employment contract;
    04 seasonal employment contract; 05 employment contract with a trial period;
    06 employment contract with initial training; 07 employment paid by the hour; 08 employment on commission;
    09 engagement without employment; 10 retirement or pension; 99 other contract;
  `,
  tiposRegimen: `
    02 wages and salaries (including income of article 94, section I, LISR); 03 retired; 04 pensioners;
    05 treated as salary: members of production cooperatives;
    06 treated as salary: members of civil companies and associations; 07 treated as salary: members of boards;
    08 treated as salary: commission agents; 09 treated as salary: fees; 10 treated as salary: shares;
    11 treated as salary: other; 12 retired or pensioners; 13 indemnity or severance; 99 other regime;
  `,
  tiposJornada: `
    01 day shift; 02 night shift; 03 mixed shift; 04 by the hour; 05 reduced hours; 06 continuous; 07 split;
    08 rotating shifts; 99 other working day;
  `,
  riesgosPuesto: '1 class I; 2 class II; 3 class III; 4 class IV; 5 class V; 99 not applicable;',
  tiposPercepcion: `
    001 wages and salaries; 002 year-end bonus (aguinaldo); 003 profit sharing (PTU);
    004 reimbursement of medical, dental and hospital expenses; 005 savings fund; 006 savings bank;
    009 worker’s contributions paid by the employer; 010 punctuality bonus; 011 life insurance premium;
    012 major medical insurance; 013 union dues paid by the employer; 014 disability subsidy;
    015 scholarships for workers or their children; 019 overtime; 020 Sunday premium; 021 vacation premium;
    022 seniority premium; 023 severance payments; 024 retirement insurance; 025 indemnities;
    026 funeral reimbursement; 027 social security contributions paid by the employer; 028 commissions;
    029 food vouchers; 030 restaurant vouchers; 031 fuel vouchers; 032 clothing vouchers; 033 rent allowance;
    034 allowance for school supplies; 035 allowance for glasses; 036 transport allowance; 037 funeral allowance;
    038 other income from wages; 039 retirement or pension, in a single payment;
    044 retirement or pension, in installments; 045 income in shares or securities that represent goods;
    046 income treated as salary; 047 meals other than those of article 94, penultimate paragraph, LISR; 048 housing;
    049 attendance bonus; 050 travel expenses;
    051 bonuses, premiums, compensations and rewards to former workers retired in installments;
    052 payments to former workers retired in installments, by court judgment or award;
    053 payments to former workers retired in a single payment, by court judgment or award;
    054 work on days of rest; 055 work on mandatory days of rest;
    056 social welfare, article 93, sections VIII and IX, LISR;
    057 prizes of scientific, artistic or literary contests or granted by the federation, article 93, section XXIV, LISR;
  `,
  tiposOtroPago: `
    001 refund of income tax withheld in excess (not yet paid to the SAT);
    002 employment subsidy (actually paid to the worker); 003 travel expenses (paid to the worker);
    004 credit balance applied by annual offset;
    005 refund of income tax withheld in excess in the previous year (not yet paid to the SAT);
    006 meals in kind (canteen services), article 94, penultimate paragraph, LISR;
    007 income tax adjusted by subsidy;
    008 subsidy paid that was not due (only with an adjustment at the end of the month, appendix 7 of the payroll guide);
    009 refund of discounts for the housing loan;
    999 payments other than those listed that are not income from wages, salaries or the like;
  `,
  tiposDeduccion: `
    001 social security; 002 income tax; 003 contributions to retirement, severance in old age and old age; 004 other;
    005 contributions to the housing fund; 006 discount for disability; 007 alimony; 008 rent;
    009 loans of the national housing fund for workers; 010 payment of a housing loan;
    011 installments of INFONACOT; 012 advance of wages; 013 payments in excess to the worker; 014 errors; 015 losses;
    016 damage; 017 purchase of articles produced by the company;
    018 dues to set up and promote cooperatives and savings banks; 019 union dues; 020 absence;
    021 contributions of worker and employer; 022 local taxes; 023 voluntary contributions;
    024 adjustment of year-end bonus, exempt; 025 adjustment of year-end bonus, taxed;
    026 adjustment of profit sharing (PTU), exempt; 027 adjustment of profit sharing (PTU), taxed;
    028 adjustment of reimbursed medical, dental and hospital expenses, exempt; 029 adjustment of savings fund, exempt;
    030 adjustment of savings bank, exempt; 031 adjustment of worker’s contributions paid by the employer, exempt;
    032 adjustment of punctuality bonus, taxed; 033 adjustment of life insurance premium, exempt;
    034 adjustment of major medical insurance, exempt; 035 adjustment of union dues paid by the employer, taxed;
    036 adjustment of disability subsidy, exempt; 037 adjustment of scholarships, exempt;
    038 adjustment of overtime, exempt; 039 adjustment of overtime, taxed; 040 adjustment of Sunday premium, exempt;
    041 adjustment of Sunday premium, taxed; 042 adjustment of vacation premium, exempt;
    043 adjustment of vacation premium, taxed; 044 adjustment of seniority premium, exempt;
    045 adjustment of seniority premium, taxed; 046 adjustment of severance payments, exempt;
    047 adjustment of severance payments, taxed; 048 adjustment of retirement insurance, exempt;
    049 adjustment of indemnities, exempt; 050 adjustment of indemnities, taxed;
    051 adjustment of funeral reimbursement, exempt;
    052 adjustment of social security contributions paid by the employer, exempt; 053 adjustment of commissions, taxed;
    054 adjustment of food vouchers, exempt; 055 adjustment of restaurant vouchers, exempt;
    056 adjustment of fuel vouchers, exempt; 057 adjustment of clothing vouchers, exempt;
    058 adjustment of rent allowance, exempt; 059 adjustment of allowance for school supplies, exempt;
    060 adjustment of allowance for glasses, exempt; 061 adjustment of transport allowance, exempt;
    062 adjustment of funeral allowance, exempt; 063 adjustment of other income from wages, exempt;
    064 adjustment of other income from wages, taxed; 065 adjustment of retirement in a single payment, exempt;
    066 adjustment of retirement in a single payment, taxed; 067 adjustment of severance payments, accumulable;
    068 adjustment of severance payments, not accumulable; 069 adjustment of retirement in installments, exempt;
    070 adjustment of retirement in installments, taxed;
    071 adjustment of employment subsidy (actually paid to the worker);
    072 adjustment of income in shares or securities that represent goods, exempt;
    073 adjustment of income in shares or securities that represent goods, taxed; 074 adjustment of meals, exempt;
    075 adjustment of meals, taxed; 076 adjustment of housing, exempt; 077 adjustment of housing, taxed;
    078 adjustment of attendance bonus;
    079 adjustment of payments other than those listed that are not income from wages, salaries or the like;
    080 adjustment of travel expenses, taxed; 081 adjustment of travel expenses (paid to the worker);
    082 adjustment of savings fund, taxed; 083 adjustment of savings bank, taxed;
    084 adjustment of life insurance premium, taxed; 085 adjustment of major medical insurance, taxed;
    086 adjustment of disability subsidy, taxed; 087 adjustment of scholarships, taxed;
    088 adjustment of retirement insurance, taxed; 089 adjustment of food vouchers, taxed;
    090 adjustment of restaurant vouchers, taxed; 091 adjustment of fuel vouchers, taxed;
    092 adjustment of clothing vouchers, taxed; 093 adjustment of rent allowance, taxed;
    094 adjustment of allowance for school supplies, taxed; 095 adjustment of allowance for glasses, taxed;
    096 adjustment of transport allowance, taxed; 097 adjustment of funeral allowance, taxed;
    098 adjustment of income treated as salary, taxed; 099 adjustment of income from wages and salaries, taxed;
    100 adjustment of travel expenses, exempt; 101 income tax withheld of the previous year;
    102 adjustment of bonuses, premiums and the like to former workers retired in installments, taxed;
    103 adjustment of payments by court judgment or award to former workers retired in installments, taxed;
    104 adjustment of payments by court judgment or award to former workers retired in installments, exempt;
    105 adjustment of payments by court judgment or award to former workers retired in a single payment, taxed;
    106 adjustment of payments by court judgment or award to former workers retired in a single payment, exempt;
    107 adjustment of the subsidy caused; 108 adjustment of work on days of rest, taxed;
    109 adjustment of work on days of rest, exempt; 110 adjustment of work on mandatory days of rest, taxed;
    111 adjustment of work on mandatory days of rest, exempt;
    112 adjustment of social welfare, article 93, sections VIII and IX, LISR, taxed;
    113 adjustment of social welfare, article 93, sections VIII and IX, LISR, exempt;
    114 adjustment of prizes of contests or granted by the federation, article 93, section XXIV, LISR, taxed;
    115 adjustment of prizes of contests or granted by the federation, article 93, section XXIV, LISR, exempt;
  `,
} as const satisfies Readonly<Record<string, string>>;
