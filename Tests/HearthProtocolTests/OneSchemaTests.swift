import Foundation
import HearthProtocol
import SwiftProtobuf
import Testing

/// The models that the product grew from, field by field, in the one schema that took their place.
struct OneSchemaTests {
  struct Model: Sendable, CustomTestStringConvertible {
    /// The models of the products before, as they called them.
    var names: String
    var message: any Message.Type
    /// Every field of theirs, filled in.
    var json: String
    var testDescription: String { names }
  }

  static let models = [
    Model(
      names: "FamilyBudget, TransactionGroup: id, name, description, iconName, currency, createdBy, createdAt, lastModified, the lists",
      message: SharedSnapshot.self,
      json: """
        {"groupId": "g", "name": "Sharma", "description": "All of us", "icon": "house.fill", "currency": "INR", "createdBy": "m", "createdAtMs": "1",
         "updatedAtMs": "2", "members": [{"memberId": "m"}], "budgets": [{"budgetId": "b"}], "entryRows": [{"entryId": "e"}], "categories": [{"key": "rent"}]}
        """),
    Model(
      names: "FamilyBudget: monthlyIncome, which not everybody may read", message: IncomeSnapshot.self,
      json: #"{"monthlyIncome": {"minor": "15000000", "currency": "INR"}}"#),
    Model(
      names: "FamilyBudget: inviteCode, of which the server keeps a hash; FamilyMember: email", message: AdminSnapshot.self,
      json: #"{"invites": [{"inviteId": "i", "codeHash": "AQI="}], "emails": [{"memberId": "m", "email": "asha@example.org"}]}"#),
    Model(
      names: "FamilyMember, GroupMember: id, userId, displayName, role, avatarColorHex, joinedAt, isActive", message: Member.self,
      json: """
        {"memberId": "m", "holder": "AQI=", "displayName": "Asha", "role": "ROLE_ADMIN", "color": "#4A90A4", "joinedAtMs": "1",
         "status": "MEMBER_STATUS_ACTIVE"}
        """),
    Model(
      names: "SharedBudget: id, amount, period, startDate, alertThreshold, isActive, createdBy, category", message: Budget.self,
      json: """
        {"budgetId": "b", "createdBy": "m", "removed": true, "content": {"limit": {"minor": "1400000", "currency": "INR"},
         "period": "BUDGET_PERIOD_MONTHLY", "startDate": "2026-11-01", "alerts": {"basisPoints": [8000]}, "categories": ["groceries"]}}
        """),
    Model(
      names: "SharedTransaction, GroupTransaction, its Location and Splits: id, amount, note, date, type, merchantName, addedBy, receipt",
      message: Entry.self,
      json: """
        {"entryId": "e", "addedBy": "m", "addedAtMs": "1", "owed": [{"memberId": "m", "minor": "5"}, {"memberId": "n", "minor": "5"}],
         "content": {"kind": "ENTRY_KIND_EXPENSE", "amount": {"minor": "10", "currency": "INR"}, "description": "Milk", "note": "two litres",
         "date": "2026-11-22", "merchant": "DMart", "category": "groceries", "paid": [{"memberId": "m", "minor": "10"}],
         "split": {"percentage": {}}, "place": {"latitudeMicro": 28613900, "longitudeMicro": 77209000, "city": "Delhi", "country": "IN"},
         "receipts": [{"sha256": "AQI=", "mediaType": "image/jpeg"}]}}
        """),
    Model(
      names: "SharedCategory: id, name, icon, colorHex, isExpenseCategory, budgetType, sortOrder", message: HearthProtocol.Category.self,
      json: """
        {"key": "groceries", "name": "Groceries", "icon": "cart.fill", "color": "#6B8E23", "forExpense": true, "class": "CATEGORY_CLASS_NEEDS",
         "sortOrder": 2}
        """),
    Model(
      names: "lastModified of entries and budgets: who changed what and when is their history", message: Event.self,
      json: #"{"atMs": "2", "memberId": "m"}"#),
  ]

  @Test("product 201: one schema holds each field of the models of all three products", arguments: models)
  func holdsTheField(model: Model) throws {
    let read = try model.message.init(jsonString: model.json)
    let written = try JSONSerialization.jsonObject(with: Data(read.jsonUTF8Bytes() as [UInt8])) as? NSDictionary
    let wanted = try JSONSerialization.jsonObject(with: Data(model.json.utf8)) as? NSDictionary
    #expect(written == wanted)
  }

  @Test("product 201: a field that no message has is found out, so the table above can fail") func unknownField() {
    #expect(throws: (any Error).self) { try Member(jsonString: #"{"memberId": "m", "isSynced": true}"#) }
  }
}
